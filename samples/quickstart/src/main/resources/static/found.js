// Prepares the ids that the application found in a text for all parts of the page.
import {madeAt} from './reading.js';

const COLOURS = 7; // and one for the rest

/** The series of an id: its business code, or its generator. */
function seriesOf({generator, business}) {
  if (generator !== 'string') return generator;
  return business || 'no business code';
}

/** Whether the id counts. A doubtful number is only marked in the text. */
export const isCertain = id => !id.doubtful && !id.wrong;

/** The series with their colours, ordered by number of ids. */
function colours(ids) {
  const sizes = new Map(ids.map(id => [id.series, 0]));
  for (const id of ids.filter(isCertain)) sizes.set(id.series, (sizes.get(id.series) ?? 0) + 1);
  const names = [...sizes.keys()].sort((a, b) => sizes.get(b) - sizes.get(a) || (a < b ? -1 : 1));
  const most = names.length > COLOURS + 1 ? COLOURS : COLOURS + 1;
  return new Map(names.map((name, i) => [name, {name, size: sizes.get(name), colour: 's' + Math.min(i, most)}]));
}

/**
 * Prepares an answer of the application.
 *
 * @returns ids, each with text, readings, time in milliseconds or NaN, series and places; places; series by name
 */
export function found(answer) {
  const ids = answer.ids.map(({text, readings}) => {
    const [best] = readings;
    const instant = madeAt(best);
    return {text, readings, instant, time: instant ? Date.parse(instant) : NaN,
      doubtful: Boolean(best.doubt), wrong: Boolean(best.mistake),
      series: seriesOf(best), generator: best.generator, places: []};
  });
  answer.places.forEach(([, , index], place) => ids[index].places.push(place));
  const series = colours(ids);
  for (const id of ids) id.colour = series.get(id.series).colour;
  return {ids, places: answer.places, series, complete: answer.complete};
}

const byText = (a, b) => (a.text < b.text ? -1 : Number(a.text > b.text));

/** Compares times to the last known digit. Ids without a time come last. */
function byTime(a, b) {
  if (Number.isNaN(a.time) || Number.isNaN(b.time)) return Number.isNaN(a.time) - Number.isNaN(b.time) || byText(a, b);
  return a.time - b.time || byText({text: a.instant.slice(0, -1)}, {text: b.instant.slice(0, -1)}) || byText(a, b);
}

const bySeries = (a, b) => byText({text: a.series}, {text: b.series}) || byTime(a, b);

export const orders = {time: byTime, text: byText, series: bySeries};
