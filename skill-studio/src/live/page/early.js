// Requests for what the page shows first, sent while its other files are still being loaded.

import { request } from './source.js';

export const DIRECTION = 'direction';

// `folded` are states whose inner states are not shown; `active` and `taken` are the run, for DOT.
export const graphPath = (name, { format = 'svg', open = [], direction = 'down', folded = [], active = [], taken = [] } = {}) => {
  const query = new URLSearchParams({ format, direction });
  if (format === 'svg' && name !== '@space') query.set('brief', 'true');
  for (const [key, list] of Object.entries({ open, folded, active, taken })) if (list.length) query.set(key, list.join(','));
  return `/api/graph/${encodeURIComponent(name)}?${query}`;
};

// The direction of graphs that this browser remembers. Storage can be forbidden.
export function direction() {
  try {
    return JSON.parse(localStorage.getItem(DIRECTION)) ?? 'down';
  } catch {
    return 'down';
  }
}

async function get(path) {
  const response = await request(path);
  if (!response.ok) throw new Error(`error ${response.status}`);
  return response;
}

const view = get('/api/view').then((response) => response.json());
const description = get('/api/description').then((response) => response.json());
const graph = view.then(async ({ skiller }) => {
  if (!skiller.skill) return {};
  const path = graphPath(skiller.skill, { direction: direction() });
  return { path, text: await (await get(path)).text() };
});
// Failures are those of the requests that the page sends later.
for (const promise of [view, description, graph]) promise.catch(() => {});

// Returns the description of a session, if it was requested early.
export async function earlyDescription(session) {
  try {
    return (await view).session === session ? await description : null;
  } catch {
    return null;
  }
}

// Returns a graph that was requested early, once.
let isTaken = false;
export async function earlyGraph(path) {
  if (isTaken) return null;
  isTaken = true;
  try {
    const found = await graph;
    return found.path === path ? found.text : null;
  } catch {
    return null;
  }
}
