// Stores the page's state in the fragment of a link. Browsers do not send fragments, so no server logs them.

/** Many programs cut off longer links. */
const LONGEST = 64_000;

/** The longest text to read from a link, which is the application's limit. */
const LONGEST_TEXT = 4_000_000;

const SHORT = 200;

async function through(bytes, stream, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > most) throw new Error('too long');
    chunks.push(next.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function toBase64(bytes) {
  let binary = '';
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const fromBase64 = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0));

/** Returns the fragment, and whether it contains the text. */
export async function write({text, as, sort}) {
  const parts = new URLSearchParams();
  if (as) parts.set('as', as);
  if (sort !== 'time') parts.set('sort', sort);
  let complete = true;
  if (text && text.length <= SHORT) {
    parts.set('text', text);
  } else if (text) {
    const packed = window.CompressionStream && text.length <= LONGEST_TEXT
      ? toBase64(await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))) : null;
    complete = packed !== null && packed.length <= LONGEST;
    if (complete) parts.set('packed', packed);
  }
  const fragment = parts.toString();
  return {fragment: fragment && '#' + fragment, complete};
}

/**
 * Reads the state from a fragment.
 *
 * @throws Error if the text cannot be unpacked
 */
export async function read(fragment) {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  let text = parts.get('text') ?? '';
  if (parts.has('packed')) {
    try {
      text = new TextDecoder().decode(
        await through(fromBase64(parts.get('packed')), new DecompressionStream('deflate-raw'), LONGEST_TEXT));
    } catch {
      throw new Error('This link is incomplete: its text cannot be read.');
    }
  }
  return {text, as: parts.get('as') ?? '', sort: parts.get('sort') ?? 'time'};
}
