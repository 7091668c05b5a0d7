// The source of what the page shows: the server that it comes from.

// Whether commands need a token.
export const needsToken = true;

// The number of this page among the clients: that of the controller while the page has control.
export const client = (crypto.getRandomValues(new Uint32Array(1))[0] | 0x80000000) >>> 0;

// Returns the query of a link to a moment, of a source that can be started again; null if it cannot.
export const moment = () => null;

// Sends a request to `/api/..`; returns the Response.
export const request = (path, options) => fetch(path, { cache: 'no-store', ...options });

// Returns whether `listing` has the source code of skills.
export const hasListing = (description) => description?.has_source ?? false;

// Returns the file that declares a skill: { file, path, text }; null if it is not there.
export async function listing(skill) {
  const response = await request(`/api/source/${skill.name}`);
  return response.ok ? response.json() : null;
}

// Listens to a stream with this number: calls `take(batch)` for each batch, and `lost` once when the
// connection has ended. Returns { close, isClosed }.
export function listen(stream, take, lost) {
  const source = new EventSource(`/api/events?confirm=${stream}`);
  source.addEventListener('batch', (event) => take(JSON.parse(event.data)));
  source.onerror = lost;
  return { close: () => source.close(), isClosed: () => source.readyState === EventSource.CLOSED };
}
