// Keys that work anywhere on the page.
import {byId} from './page.js';

const writes = target => target.closest?.('input, textarea, select, [contenteditable]');

/**
 * Listens to keys and to paste events.
 *
 * @param actions the functions paste(text), edit, move(step), copy, sort, link
 */
export function listen(actions) {
  const anywhere = {
    '/': actions.edit, j: () => actions.move(1), k: () => actions.move(-1), s: actions.sort, l: actions.link,
    '?': () => byId('keys').showModal()};
  const onIds = {
    ArrowDown: () => actions.move(1), ArrowRight: () => actions.move(1), ArrowUp: () => actions.move(-1),
    ArrowLeft: () => actions.move(-1), Home: () => actions.move(-Infinity), End: () => actions.move(Infinity)};

  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('keys').open || writes(event.target)) return;
    const onMark = event.target.closest('mark');
    const onId = onMark || event.target.closest('#rows tbody button');
    const action = onMark && (event.key === 'Enter' || event.key === ' ') ? actions.copy
      : (onId && onIds[event.key]) || (Object.hasOwn(anywhere, event.key) && anywhere[event.key]);
    if (!action) return;
    event.preventDefault();
    action();
  });

  document.addEventListener('paste', event => {
    if (event.target.closest?.('input, select') || byId('keys').open) return;
    const text = event.clipboardData.getData('text/plain');
    const field = event.target.closest?.('textarea');
    if (!text || (field && field.value)) return; // the paste belongs to the field
    event.preventDefault();
    actions.paste(text);
  });

  byId('help').addEventListener('click', anywhere['?']);
}
