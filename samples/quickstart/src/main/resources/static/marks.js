// Shows the text with its ids marked.
import {byId, element} from './page.js';

const LINES = 100;

let marks = [];

/** Splits the text into pieces of a few lines, so that browsers lay out only the visible ones. */
function* chunks(text) {
  for (let start = 0; start < text.length;) {
    let end = start;
    for (let lines = 0; lines < LINES && end < text.length; lines++) {
      const line = text.indexOf('\n', end);
      end = line < 0 ? text.length : line + 1;
    }
    yield [start, end];
    start = end;
  }
}

function mark(text, index, place, id) {
  const made = element('mark', id.colour + (id.wrong ? ' wrong' : id.doubtful ? ' doubtful' : ''), text);
  made.setAttribute('role', 'button');
  made.setAttribute('aria-describedby', 'details');
  made.tabIndex = place === 0 ? 0 : -1;
  made.dataset.place = place;
  made.dataset.id = index;
  if (id.places.length > 1) made.dataset.times = id.places.length;
  return made;
}

export function show(text, {ids, places}) {
  marks = [];
  const all = [...chunks(text)].map(([start, end]) => {
    const chunk = element('div');
    let at = start;
    while (marks.length < places.length && places[marks.length][0] < end) {
      const place = marks.length;
      const [from, to, index] = places[place];
      const made = mark(text.slice(from, to), index, place, ids[index]);
      chunk.append(text.slice(at, from), made);
      marks.push(made);
      at = to;
    }
    chunk.append(text.slice(at, end));
    return chunk;
  });
  byId('marked').replaceChildren(...all);
}

/** The place of an element; undefined if it has none. */
export function placeOf(target) {
  const at = target?.closest?.('mark')?.dataset.place;
  return at === undefined ? undefined : Number(at);
}

/** Highlights the current mark, and all marks of the same id. */
export function setCurrent(place) {
  const tabbed = byId('marked').querySelector('mark[tabindex="0"]');
  if (tabbed) tabbed.tabIndex = -1;
  for (const old of byId('marked').querySelectorAll('mark.same')) old.classList.remove('same');
  const current = marks[place];
  if (!current) return;
  current.tabIndex = 0;
  for (const same of byId('marked').querySelectorAll(`mark[data-id="${current.dataset.id}"]`)) same.classList.add('same');
}

export const focus = place => marks[place]?.focus();

/** Scrolls the text to a mark without scrolling the page. */
export function reveal(place) {
  const box = byId('marked');
  const {top} = marks[place].getBoundingClientRect();
  box.scrollTop += top - box.getBoundingClientRect().top - box.clientHeight / 2;
}
