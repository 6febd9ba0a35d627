// Finds parts that reach beyond the window, and text that is cut off.
const problems = [];
const name = element => element.tagName.toLowerCase() + (element.id && '#' + element.id)
  + (element.classList.length ? '.' + [...element.classList].join('.') : '') + ` "${element.textContent.trim().slice(0, 40)}"`;
if (document.documentElement.scrollWidth > window.innerWidth) {
  problems.push(`the page is ${document.documentElement.scrollWidth} px wide in a window of ${window.innerWidth} px`);
}
for (const element of document.body.querySelectorAll('*')) {
  if (!element.checkVisibility() || element.closest('svg')) continue;
  const box = element.getBoundingClientRect();
  if (box.width && (box.right > window.innerWidth + 1 || box.left < -1)) problems.push('beyond the window: ' + name(element));
  const clips = getComputedStyle(element).overflowX !== 'visible';
  if (clips && element.textContent.trim() && element.scrollWidth > element.clientWidth + 1) problems.push('cut off: ' + name(element));
}
return problems;
