// A bar chart of the ids over time, by business code or generator.
import {button, byId, counted, element, number, readable} from './page.js';
import {isCertain} from './found.js';

const MOST_BARS = 60;

/** Fewer bars leave a part of the width empty, because a single bar of that width looks like none. */
const FEWEST_BARS = 4;
const HEIGHT = 240;
const TOP = 22;
const BOTTOM = 24;

/** The width of all bars that leaves room for a label at each end. */
const ROOM_FOR_TWO = 260;

const WIDTHS = [
  [1, 'millisecond'], [10, '10 milliseconds'], [100, '100 milliseconds'], [1000, 'second'], [10_000, '10 seconds'],
  [60_000, 'minute'], [600_000, '10 minutes'], [3_600_000, 'hour'], [21_600_000, '6 hours'], [86_400_000, 'day'],
  [604_800_000, '7 days'], [2_592_000_000, '30 days'], [31_536_000_000, '365 days']];

/** The largest share of outliers, and how much longer their time range must be to leave them out. */
const OUTLIERS = 0.05;
const FAR = 10;

let last;
let all = false;
const hidden = new Set();

function svg(tag, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** A time as exact as the width of a bar. */
function label(time, width) {
  const text = readable(new Date(time).toISOString());
  if (width >= 86_400_000) return text.slice(0, 10);
  return width >= 60_000 ? text.slice(0, 16) : width >= 1000 ? text.slice(0, 19) : text;
}

/** Counts by bar and series. Chooses the smallest width that does not make too many bars. */
function count(ids) {
  const times = ids.map(id => id.time);
  const [least, most] = times.reduce(([a, b], time) => [Math.min(a, time), Math.max(b, time)], [Infinity, -Infinity]);
  const bars = width => Math.floor(most / width) - Math.floor(least / width) + 1;
  const [width, name] = WIDTHS.find(([candidate]) => bars(candidate) <= MOST_BARS) ?? WIDTHS.at(-1);
  const from = Math.floor(least / width) * width;
  const counts = Array.from({length: bars(width)}, (_, i) => ({time: from + i * width, size: 0, series: new Map()}));
  for (const id of ids) {
    const bar = counts[Math.floor((id.time - from) / width)];
    bar.size++;
    bar.series.set(id.series, (bar.series.get(id.series) ?? 0) + 1);
  }
  return {width, name, counts};
}

function stack(bar, series, x, barWidth, scale, width) {
  const group = svg('g', {});
  group.append(svg('title', {}, `${label(bar.time, width)}: ` + [...bar.series].map(([name, size]) => `${name} ${size}`).join(', ')));
  let y = HEIGHT - BOTTOM;
  for (const [name, {colour}] of series) {
    const height = (bar.series.get(name) ?? 0) * scale;
    if (!height) continue;
    y -= height;
    group.append(svg('rect', {class: colour, x, y, width: barWidth, height}));
  }
  return group;
}

function draw({width, name, counts}, series) {
  const across = byId('histogram').clientWidth;
  const highest = counts.reduce((a, b) => (b.size > a.size ? b : a));
  const scale = (HEIGHT - TOP - BOTTOM) / highest.size;
  const space = across / Math.max(counts.length, FEWEST_BARS);
  const gap = space > 4 ? 2 : 0;
  const chart = svg('svg', {viewBox: `0 0 ${across} ${HEIGHT}`, role: 'img', 'aria-labelledby': 'chart-title chart-text'});
  const total = counts.reduce((sum, bar) => sum + bar.size, 0);
  chart.append(
    svg('title', {id: 'chart-title'}, `Ids by ${name}`),
    svg('desc', {id: 'chart-text'}, `${counted(total, 'id')} from ${label(counts[0].time, width)} to `
      + `${label(counts.at(-1).time, width)} UTC; most, ${number(highest.size)}, at ${label(highest.time, width)}.`),
    svg('line', {x1: 0, x2: across, y1: TOP, y2: TOP}),
    svg('text', {x: 0, y: TOP - 7}, `${counted(highest.size, 'id')} per ${name}`),
    ...counts.flatMap((bar, i) => (bar.size ? [stack(bar, series, i * space, space - gap, scale, width)] : [])),
    svg('line', {x1: 0, x2: across, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM}),
    svg('text', {x: 0, y: HEIGHT - 8}, label(counts[0].time, width)));
  if (space * counts.length > ROOM_FOR_TWO) {
    const [day, time] = label(counts.at(-1).time, width).split(' ');
    const sameDay = time && label(counts[0].time, width).startsWith(day);
    chart.append(svg('text', {x: space * counts.length, y: HEIGHT - 8, 'text-anchor': 'end'}, sameDay ? time : label(counts.at(-1).time, width)));
  }
  byId('histogram').replaceChildren(chart);
}

function showCounts({width, name, counts}) {
  const head = element('tr', '', element('th', '', `By ${name} (UTC)`), element('th', '', 'Ids'));
  const rows = counts.filter(bar => bar.size).map(bar =>
    element('tr', '', element('td', '', label(bar.time, width)), element('td', '', number(bar.size))));
  byId('counts').querySelector('div').replaceChildren(element('table', '', element('thead', '', head), element('tbody', '', ...rows)));
}

/** Shows the legend: series by size. Series with one colour share a line and a switch. */
function showSeries(series, again) {
  const lines = new Map();
  for (const each of series.values()) {
    if (each.size) lines.set(each.colour, [...lines.get(each.colour) ?? [], each]);
  }
  byId('series').replaceChildren(...[...lines].map(([colour, those]) => {
    const isHidden = those.every(({name}) => hidden.has(name));
    const toggle = button('plain', those.map(({name, size}) => `${name} ${number(size)}`).join(', '), () => {
      for (const {name} of those) hidden[isHidden ? 'delete' : 'add'](name);
      again();
      byId('series').querySelector(`.${colour} button`).focus();
    });
    toggle.setAttribute('aria-pressed', String(!isHidden));
    return element('li', colour, element('i'), toggle);
  }));
}

/** The ids in the shortest time range with nearly all ids, and ids close to it. */
function core(ids) {
  const times = ids.map(id => id.time).sort((a, b) => a - b);
  const size = times.length - Math.floor(times.length * OUTLIERS);
  let at = 0;
  for (let i = 0; i + size <= times.length; i++) if (times[i + size - 1] - times[i] < times[at + size - 1] - times[at]) at = i;
  const [from, to] = [times[at], times[at + size - 1]];
  const span = Math.max(to - from, 1000);
  if (times.at(-1) - times[0] <= FAR * span) return ids;
  return ids.filter(id => id.time >= from - span && id.time <= to + span);
}

function showOutliers(count, again) {
  const note = byId('outliers');
  note.replaceChildren();
  if (!count && !all) return;
  note.append(count ? `${counted(count, 'id was', 'ids were')} made long before or after the others. ` : '',
    button('plain', all ? 'Show the time of most ids' : 'Show all times', () => { all = !all; again(); }));
}

export function show(result) {
  all = false;
  hidden.clear();
  showAgain(result);
}

function showAgain(result) {
  const {series} = result;
  const again = () => showAgain(result);
  const ids = result.ids.filter(id => isCertain(id) && !hidden.has(id.series));
  const dated = ids.filter(id => !Number.isNaN(id.time));
  const rest = ids.length - dated.length;
  byId('timeless').textContent = rest ? `${counted(rest, 'id carries', 'ids carry')} no time.` : '';
  const timed = all ? dated : core(dated);
  showOutliers(dated.length - timed.length, again);
  showSeries(series, again);
  byId('counts').hidden = !timed.length;
  last = timed.length ? {bars: count(timed), series} : undefined;
  byId('histogram').replaceChildren();
  if (last) {
    draw(last.bars, series);
    showCounts(last.bars);
  }
}

new ResizeObserver(() => last && byId('histogram').clientWidth && draw(last.bars, last.series)).observe(byId('histogram'));
