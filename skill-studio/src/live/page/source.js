// The source of what the page shows: the server that it comes from.

const KEY = 'skill-token';
let token = null;

// Takes the token from the address and removes it there; after a reload, from the session's storage. Returns
// whether the address had one.
export function takeToken() {
  const found = /(?:^#|&)token=([^&]*)/.exec(location.hash);
  try {
    if (found) sessionStorage.setItem(KEY, found[1]);
    token = sessionStorage.getItem(KEY);
  } catch {
    token = found ? found[1] : token;
  }
  if (found) history.replaceState(null, '', location.pathname + location.search);
  return found !== null;
}

// Whether this page has a token, which commands need.
export const hasToken = () => token !== null;

// Before the first request.
takeToken();

// The number of this page among the clients: that of the controller while the page has control.
export const client = (crypto.getRandomValues(new Uint32Array(1))[0] | 0x80000000) >>> 0;

// Returns the query of a link to a moment, of a source that can be started again; null if it cannot.
export const moment = () => null;

// The robot of a run that the page shows; of the first one if the address has none.
let robot = new URLSearchParams(location.search).get('robot');

// Shows another robot of the run from the next request on.
export function choose(name) {
  robot = name;
  const query = new URLSearchParams(location.search);
  query.set('robot', name);
  history.replaceState(null, '', `${location.pathname}?${query}`);
}

// Sends a request to `/api/..`, with the token if there is one; returns the Response.
export function request(path, options = {}) {
  const headers = token ? { Authorization: `Bearer ${token}`, ...options.headers } : options.headers;
  const of = robot === null ? '' : `/robots/${encodeURIComponent(robot)}`;
  return fetch(`${of}${path}`, { cache: 'no-store', ...options, headers });
}

// Returns whether `listing` has the source code of skills.
export const hasListing = (description) => description?.has_source ?? false;

// Returns the file that declares a skill: { file, path, text }; null if it is not there.
export async function listing(skill) {
  const response = await request(`/api/source/${skill.name}`);
  return response.ok ? response.json() : null;
}

// Listens to a stream with this number: calls `take(batch)` for each batch, and `lost(refusal)` once when the
// connection has ended, or is refused. Returns { close, isClosed }. An `EventSource` sends no token.
export function listen(stream, take, lost) {
  const ends = new AbortController();
  const read = async () => {
    const response = await request(`/api/events?confirm=${stream}`, { signal: ends.signal });
    if (!response.ok) return response.json();
    const lines = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await lines.read();
      if (done) return null;
      const parts = (text + value).split('\n');
      text = parts.pop();
      // Each batch is one line.
      for (const line of parts) if (line.startsWith('data:')) take(JSON.parse(line.slice(5)));
    }
  };
  read().catch(() => null).then((refusal) => {
    if (!ends.signal.aborted) lost(refusal);
  });
  return { close: () => ends.abort(), isClosed: () => ends.signal.aborted };
}
