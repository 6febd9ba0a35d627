// The id explorer's state and events. Each other script shows one part of the page.
import {ask, button, byId, copy, counted, element, number, readable} from './page.js';
import {found} from './found.js';
import {readings, schemes, title} from './reading.js';
import * as drawing from './draw.js';
import * as histogram from './histogram.js';
import * as keys from './keys.js';
import * as link from './link.js';
import * as marks from './marks.js';
import * as table from './table.js';

const PAUSE = 300;
const SORTS = ['time', 'text', 'series'];
const MOST_NAMED = 5;

/** The state. Drawn ids that are not picked are an example, which is neither in the field nor in the link. */
const state = {text: '', as: '', sort: 'time', example: true, asByItself: false, result: found({ids: [], places: [], complete: true})};
let current = -1;
let asked = 0;
let typed;
let drawn = {text: '', as: ''};

/** Reads a text. Returns whether that succeeded before a newer request. */
async function read(text, as) {
  const turn = ++asked;
  Object.assign(state, {text, as});
  byId('numbers').value = as;
  const written = state.example ? '' : text;
  if (byId('text').value !== written) byId('text').value = written;
  try {
    const answer = text.trim() ? await ask('ids/explain', {text, numbersAs: as}) : {ids: [], places: [], complete: true};
    if (turn !== asked) return false;
    state.result = found(answer);
    show();
    return true;
  } catch (e) {
    if (turn === asked) {
      state.result = found({ids: [], places: [], complete: true});
      show();
      say(e.message, true);
    }
    return false;
  }
}

function show() {
  const {ids, places, complete} = state.result;
  const doubtful = ids.filter(id => id.doubtful).length;
  const wrong = ids.filter(id => id.wrong).length;
  const timed = ids.filter(id => id.instant && !id.doubtful).map(id => id.instant).sort((a, b) => Date.parse(a) - Date.parse(b));
  const [first, last] = [timed[0], timed.at(-1)];
  const period = !first ? '' : first === last ? `, made at ${readable(first)} UTC` : `, made from ${readable(first)} to ${readable(last)} UTC`;
  const often = places.length > ids.length ? ` in ${number(places.length)} places` : '';
  say(!state.text.trim() ? ''
    : !ids.length ? 'No generator here makes ids like these.'
      : complete ? `${counted(ids.length - doubtful - wrong, 'id')}${often}${period}.`
        + (doubtful ? ` ${counted(doubtful, 'number')} may be something else.` : '')
        + (wrong ? ` ${counted(wrong, 'text has', 'texts have')} the prefix of an id, but ${wrong === 1 ? 'is not an id' : 'are not ids'}.` : '')
        : `Only the first ${number(places.length)} places with ids are read and marked.`, !ids.length);
  showRepeated(ids);
  marks.show(state.text, state.result);
  byId('marked').hidden = !state.text.trim();
  const several = ids.length > 1 && !state.example;
  byId('times').hidden = byId('list').hidden = !several;
  if (several) {
    histogram.show(state.result);
    showTable();
  }
  look(places.length ? 0 : -1);
}

const showTable = () => table.show(state.result.ids, state.sort, choose);

function say(text, problem) {
  byId('summary').textContent = text;
  byId('summary').classList.toggle('problem', Boolean(problem));
}

function showRepeated(ids) {
  const repeated = ids.filter(id => id.places.length > 1).sort((a, b) => b.places.length - a.places.length);
  const named = repeated.slice(0, MOST_NAMED).map(id => element('li', '',
    button('plain', id.text, () => marks.focus(id.places[0])), ' ', element('span', 'times', `appears ${number(id.places.length)} times`)));
  if (repeated.length > MOST_NAMED) named.push(element('li', '', `and ${number(repeated.length - MOST_NAMED)} more appear more than once`));
  byId('repeated').replaceChildren(...named);
}

/** Explains the id at a place, without moving the focus. */
function explain(place) {
  const at = state.result.places[place];
  byId('details').replaceChildren(...at ? readings(state.result.ids[at[2]], choose) : []);
}

function look(place) {
  current = place;
  marks.setCurrent(place);
  explain(place);
}

/** Reads all numbers as ids of one generator. */
async function choose(generator) {
  state.asByItself = false;
  const start = state.result.places[current]?.[0];
  if (!await read(state.text, generator)) return;
  await remember();
  look(Math.max(0, state.result.places.findIndex(([from]) => from === start)));
  if (document.activeElement === document.body) marks.focus(current); // the clicked button is gone
}

/** Reads the user's text, and adds it to the link and the browser's history. */
async function readPut(text, as) {
  state.example = false;
  if (!await read(text, as)) return;
  await remember();
  edit(!state.result.places.length);
  if (state.result.places.length) marks.focus(0);
}

/** The generator for numbers in a new text: the user's choice, not that of a drawn id. */
function asOfNewText() {
  const as = state.asByItself ? '' : byId('numbers').value;
  state.asByItself = false;
  return as;
}

/** Shows the field for editing, or the text with its marks. */
function edit(editing) {
  byId('entry').hidden = byId('submit').hidden = !editing;
  byId('edit').hidden = editing;
}

function editNow() {
  edit(true);
  byId('text').focus();
  byId('text').select();
}

async function remember() {
  const {text, as, sort, example} = state;
  const {fragment, complete} = await link.write(example ? {text: '', as: '', sort} : {text, as, sort});
  byId('notice').textContent = complete ? '' : 'This text is too long for a link: a link shows the page without it.';
  const kept = complete ? undefined : text;
  if (fragment === location.hash && kept === history.state?.text) return;
  try {
    history.pushState({text: kept}, '', location.pathname + fragment);
  } catch {
    history.pushState(null, '', location.pathname + fragment); // too long for the browser's history
  }
}

/** Shows the content of the address, or an example if it is empty. */
async function restore(kept) {
  clearTimeout(typed);
  try {
    const shown = await link.read(location.hash);
    state.sort = SORTS.includes(shown.sort) ? shown.sort : 'time';
    state.asByItself = false;
    state.example = !shown.text && !kept?.text;
    byId('notice').textContent = '';
    if (state.example) {
      await readDrawn(drawn.text, drawn.as);
    } else {
      await read(kept?.text ?? shown.text, schemes.has(shown.as) ? shown.as : '');
    }
    edit(state.example || !state.result.places.length);
  } catch (e) {
    state.example = false; // an example would hide the error
    await read('', '');
    edit(true);
    say(e.message, true);
  }
}

async function copyLink() {
  await remember();
  await copy(location.href);
  byId('notice').textContent = state.example ? 'Copied. The link shows the page without these ids, which are an example.'
    : history.state?.text ? 'Copied. The text is too long for a link: it shows the page without it.' : 'Copied: a link with this text in it.';
}

async function sortBy(order) {
  state.sort = order;
  showTable();
  await remember();
}

function move(step) {
  if (table.move(document.activeElement, step)) return;
  const onMark = marks.placeOf(document.activeElement) !== undefined;
  const last = state.result.places.length - 1;
  marks.focus(onMark || current > 0 ? Math.max(0, Math.min(last, current + step)) : 0);
}

async function copyCurrent() {
  const id = state.result.ids[state.result.places[current][2]].text;
  await copy(id);
  byId('notice').textContent = `Copied ${id}`;
}

function listen() {
  keys.listen({
    paste: text => readPut(text.replace(/\r\n?/g, '\n'), asOfNewText()), edit: editNow, move, copy: copyCurrent, link: copyLink,
    sort: () => sortBy(SORTS[(SORTS.indexOf(state.sort) + 1) % SORTS.length])});
  const marked = byId('marked');
  marked.addEventListener('pointerover', event => explain(marks.placeOf(event.target) ?? current));
  marked.addEventListener('pointerleave', () => explain(current));
  marked.addEventListener('focusin', event => look(marks.placeOf(event.target)));
  marked.addEventListener('click', event => marks.focus(marks.placeOf(event.target)));

  const text = byId('text');
  text.addEventListener('input', () => {
    clearTimeout(typed);
    state.example = false;
    typed = setTimeout(() => read(text.value, asOfNewText()), PAUSE);
  });
  text.addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.shiftKey || !(event.ctrlKey || event.metaKey || !text.value.includes('\n'))) return;
    event.preventDefault();
    byId('read').requestSubmit();
  });
  document.addEventListener('selectionchange', () => document.activeElement === text && lookAtCaret());
  byId('read').addEventListener('submit', event => {
    event.preventDefault();
    clearTimeout(typed);
    readPut(text.value, asOfNewText());
  });
  byId('edit').addEventListener('click', editNow);
  byId('link').addEventListener('click', copyLink);
  byId('numbers').addEventListener('change', () => choose(byId('numbers').value));
  for (const head of byId('rows').querySelectorAll('th[data-sort]')) {
    head.querySelector('button').addEventListener('click', () => sortBy(head.dataset.sort));
  }
  addEventListener('popstate', event => restore(event.state));
}

/** Explains the id at the caret of the field. */
function lookAtCaret() {
  const {value, selectionStart} = byId('text');
  if (value !== state.text) return;
  const place = state.result.places.findIndex(([from, to]) => from <= selectionStart && selectionStart <= to);
  if (place >= 0) look(place);
}

/** Shows drawn ids, unless the page shows the user's text. */
async function readDrawn(text, as) {
  drawn = {text, as};
  if (!state.example) return;
  state.asByItself = true;
  await read(text, as);
}

function pick(id, as) {
  state.asByItself = true;
  return readPut(id, as);
}

async function start() {
  for (const {name, scheme} of await ask('generators')) schemes.set(name, scheme);
  byId('numbers').append(...[...schemes.keys()].filter(name => name !== 'string').map(name => new Option(title(name), name)));
  listen();
  await restore(history.state);
  await drawing.start(new URLSearchParams(location.search).get('generator'), pick, readDrawn);
}

start().catch(e => say(e.message, true));
