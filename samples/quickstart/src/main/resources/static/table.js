// Shows each found id once, in a table.
import {button, byId, element, number, readable} from './page.js';
import {orders} from './found.js';
import {readings} from './reading.js';

const PAGE = 1000;

let sorted = [];
let shown = 0;
let choose;

function toggle(row, id, opener) {
  const open = opener.getAttribute('aria-expanded') === 'true';
  opener.setAttribute('aria-expanded', String(!open));
  if (open) {
    row.nextElementSibling.remove();
    return;
  }
  const cell = element('td', '', ...readings(id, choose));
  cell.colSpan = 3;
  row.after(element('tr', 'parts', cell));
}

function row(id) {
  const opener = button('', id.text);
  const cell = element('td', '', opener);
  if (id.places.length > 1) cell.append(element('span', 'times', `appears ${number(id.places.length)} times`));
  if (id.doubtful) cell.append(element('span', 'times', 'doubtful'));
  if (id.wrong) cell.append(element('span', 'times', 'not an id'));
  const of = id.series === id.generator ? id.series : `${id.series} (${id.generator})`;
  const made = element('tr', id.colour, element('td', '', id.instant ? readable(id.instant) : id.wrong ? '' : 'carries no time'), cell,
    element('td', '', of));
  opener.setAttribute('aria-expanded', 'false');
  opener.addEventListener('click', () => toggle(made, id, opener));
  return made;
}

function showMore() {
  byId('rows').tBodies[0].append(...sorted.slice(shown, shown + PAGE).map(row));
  shown = Math.min(shown + PAGE, sorted.length);
  byId('more').hidden = shown === sorted.length;
  byId('more').textContent = `Show the next ${number(Math.min(PAGE, sorted.length - shown))} of ${number(sorted.length)}`;
}

/** Shows ids in an order. {@code chooseNumbers}, called with a generator's name, reads all numbers as its ids. */
export function show(ids, order, chooseNumbers) {
  choose = chooseNumbers;
  sorted = [...ids].sort(orders[order]);
  shown = 0;
  byId('rows').tBodies[0].replaceChildren();
  for (const head of byId('rows').querySelectorAll('th[data-sort]')) {
    if (head.dataset.sort === order) head.setAttribute('aria-sort', 'ascending');
    else head.removeAttribute('aria-sort');
  }
  showMore();
}

/** Moves the focus from one row to another. Returns whether a row had it. */
export function move(from, step) {
  const openers = [...byId('rows').querySelectorAll('tbody button[aria-expanded]')];
  const at = openers.indexOf(from);
  if (at < 0) return false;
  openers[Math.max(0, Math.min(openers.length - 1, at + step))].focus();
  return true;
}

byId('more').addEventListener('click', showMore);
