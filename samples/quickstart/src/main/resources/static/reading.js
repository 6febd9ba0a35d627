// Shows the parts of one id, for each possible reading.
import {button, element, readable} from './page.js';

export const schemes = new Map();

export function title(name) {
  const scheme = schemes.get(name).name;
  return name === scheme ? name : `${name} (${scheme})`;
}

/** The width of a field, which may have several parts. */
function size(name, scheme) {
  const parts = scheme.layout.filter(field => field.name === name);
  return parts.reduce((sum, field) => sum + field.width, 0) + ' ' + parts[0].unit.toLowerCase();
}

const colour = (name, names) => 'k' + names.indexOf(name) % 7;

/** The creation time of an id, exact to its tick; null if the id has only a period, such as an invoice's month. */
export function madeAt({generator, instant}) {
  const {tick} = schemes.get(generator);
  if (!tick || !instant) return null;
  return tick.startsWith('PT0.') ? instant.replace(/(:\d\d)Z$/, '$1.000Z') : instant; // Java omits trailing zeros
}

const isString = explained => explained.generator === 'string';

const pieces = id => [['time', id.slice(0, 15)], ['business code', id.slice(15, -8)], ['digits', id.slice(-8)]];

function bar(scheme, names) {
  const made = element('div', 'bar');
  made.setAttribute('aria-hidden', 'true'); // the table has the same content
  for (const field of scheme.layout) {
    const span = element('span', colour(field.name, names));
    span.style.flexGrow = field.width;
    made.append(span);
  }
  return made;
}

function rows(explained) {
  const time = madeAt(explained);
  const made = explained.instant ? [[time ? 'made at' : 'period from', readable(time ?? explained.instant) + ' UTC']] : [];
  if (isString(explained)) made.push(...pieces(explained.id));
  for (const [name, value] of Object.entries(explained.parts)) {
    made.push([isString(explained) && name === 'number' ? 'number in its bucket' : name, value]);
  }
  return made;
}

function table(explained, scheme, names) {
  const made = element('table');
  for (const [name, value] of rows(explained)) {
    const head = element('th');
    head.scope = 'row';
    if (names.includes(name)) head.append(element('span', colour(name, names)));
    head.append(name);
    if (names.includes(name) && !isString(explained)) head.append(element('small', '', size(name, scheme)));
    made.append(element('tr', '', head, element('td', '', value)));
  }
  return made;
}

function reading(explained, text, choose) {
  const scheme = schemes.get(explained.generator);
  const names = isString(explained) ? pieces(explained.id).map(([name]) => name)
    : [...new Set(scheme.layout.map(field => field.name))];
  const made = element('div', 'reading', element('h3', '', title(explained.generator)));
  if (explained.mistake) {
    made.append(element('p', 'problem', `Not an id: ${explained.mistake}.`));
    return made;
  }
  if (explained.doubt) made.append(element('p', 'doubt', `Unlikely: it ${explained.doubt}.`));
  if (explained.id.toLowerCase() !== text.toLowerCase()) made.append(element('p', '', `Usually written ${explained.id}`));
  if (!isString(explained) && scheme.layout.length > 1) made.append(bar(scheme, names));
  made.append(table(explained, scheme, names));
  if (choose) made.append(element('p', '', button('plain', `Read all numbers as ${explained.generator}`, () => choose(explained.generator))));
  return made;
}

/** Shows all readings of an id, the most likely first. The user can choose one for all numbers. */
export function readings(found, choose) {
  const text = element('p', 'text');
  if (isString(found.readings[0])) {
    text.append(...pieces(found.text).map(([, piece], i) => element('span', 'k' + i, piece)));
  } else {
    text.append(found.text);
  }
  const made = [text];
  if (found.places.length > 1) made.push(element('p', '', element('span', 'times', `appears ${found.places.length} times`)));
  const several = found.readings.length > 1;
  if (several) made.push(element('p', 'note', `${found.readings.length} generators can read it, the likeliest first.`));
  const isNumber = /^\d+$/.test(found.text);
  made.push(...found.readings.map(explained => reading(explained, found.text, several && isNumber && choose)));
  return made;
}
