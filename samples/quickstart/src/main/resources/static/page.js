// Helpers for all parts of the page. Strings become text nodes, so the browser never reads pasted text as HTML.

export const byId = id => document.getElementById(id);

export function element(tag, className, ...content) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...content.filter(part => part !== undefined));
  return made;
}

export function button(className, text, action) {
  const made = element('button', className, text);
  made.type = 'button';
  if (action) made.addEventListener('click', action);
  return made;
}

export const number = value => value.toLocaleString('en');

export const counted = (count, one, many = one + 's') => `${number(count)} ${count === 1 ? one : many}`;

/** An instant in readable form, which can break into two lines. */
export const readable = instant => instant.replace('T', ' ').replace('Z', '');

/** Asks the application; a body is sent as JSON. */
export async function ask(path, body) {
  const response = await fetch(path, body && {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail || response.statusText);
  return answer;
}

/** Copies a text, even if the browser offers no clipboard, as for pages without TLS. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return;
  } catch {
    // Falls through to the old way.
  }
  const focused = document.activeElement;
  const field = element('textarea', '', text);
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
  focused?.focus();
}
