// Draws ids of the chosen generator, and shows the application's region, store and node id.
import {ask, button, byId, element} from './page.js';
import {schemes, title} from './reading.js';

const part = ({name, width, unit}) => `${name} ${width} ${unit.toLowerCase()}`;

const chosen = () => byId('generator').value;

function describe() {
  const scheme = schemes.get(chosen());
  byId('scheme').textContent = `${scheme.domain}. ${scheme.layout.map(part).join(', ')}. `
    + (scheme.runsOutOn ? `Timestamps until ${scheme.runsOutOn.replace(/T.*/, '')}.` : '');
}

/** Shows the region, the store for leases, and the generator's node id. */
async function locate() {
  const {region, store, generators} = await ask('actuator/idgen');
  const {nodeId, holder} = generators[chosen()]?.facts ?? {};
  byId('place').textContent = `Region ${region}. Store: ${store}.`
    + (nodeId ? ` Node id ${nodeId}` + (holder ? `, leased by ${holder.split('/').slice(0, 2).join(', process ')}.` : '.') : '');
}

/** Reads numbers as ids of the generator that made them, because small numbers fit any generator. */
const numbersOf = (name, ids) => (ids.every(id => /^\d+$/.test(id)) ? name : '');

async function draw(read, readDrawn) {
  const name = chosen();
  const list = byId('ids');
  list.replaceChildren();
  try {
    const ids = await ask(`generators/${encodeURIComponent(name)}/ids?count=${encodeURIComponent(byId('count').value)}`);
    list.append(...ids.map(id => element('li', '', button('', id, () => read(id, numbersOf(name, [id]))))));
    await readDrawn(ids.join('\n'), numbersOf(name, ids));
    await locate();
  } catch (e) {
    list.append(element('li', 'problem', e.message));
  }
}

/**
 * Fills the list of generators, and draws.
 *
 * @param read called with a picked id, and the generator for numbers
 * @param readDrawn called likewise with all drawn ids
 */
export async function start(name, read, readDrawn) {
  byId('generator').append(...[...schemes.keys()].map(each => new Option(title(each), each)));
  byId('generator').value = schemes.has(name) ? name : 'string';
  byId('generator').addEventListener('change', () => { describe(); draw(read, readDrawn); });
  byId('draw').addEventListener('submit', event => { event.preventDefault(); draw(read, readDrawn); });
  describe();
  await draw(read, readDrawn);
}
