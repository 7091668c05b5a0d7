// The source of what the page shows: the game, which runs in a worker. It takes the place of the page's
// source.js, which speaks with a server.

// The game needs no token.
export const takeToken = () => false;
export const hasToken = () => true;

// The number of the only client: that of the controller while the page has control.
export const client = 0x53545544;

// The options of the game, as the address has them: ?seed=3&agent=nobody&calm=1&t=42.50
const AGENTS = ['striker', 'naojoystick', 'nobody'];
const query = new URLSearchParams(location.search);
export let options = {
  seed: /^\d{1,9}$/.test(query.get('seed')) ? Number(query.get('seed')) : 1,
  agent: AGENTS.includes(query.get('agent')) ? query.get('agent') : AGENTS[0],
  calm: query.get('calm') === '1',
  // The moment at which the game is held.
  ...(/^\d{1,3}(\.\d{1,3})?$/.test(query.get('t')) && { until_sec: Number(query.get('t')) }),
};

// There is one robot.
export const choose = () => {};

// Returns the query of a link to a moment of this game.
export const moment = () => ({ seed: options.seed, agent: options.agent, ...(options.calm && { calm: 1 }) });

let worker = null;
let listener = null;
let last = 0;
// By the number of the request: what its promise is settled with.
const waiting = new Map();

function fail(reason) {
  worker?.terminate();
  worker = null;
  for (const { reject } of waiting.values()) reject(new Error(reason));
  waiting.clear();
  const lost = listener?.lost;
  listener = null;
  console.error(reason);
  lost?.();
}

function boot() {
  worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => {
    if (data.failed) return void fail(data.failed);
    if (data.events) {
      for (const batch of JSON.parse(data.events)) listener?.take(batch);
      return void worker?.postMessage({ taken: true });
    }
    waiting.get(data.id)?.resolve(data.response);
    waiting.delete(data.id);
    return undefined;
  };
  worker.onerror = (event) => fail(event.message || 'the game cannot be loaded');
  start(options).catch(() => {});
}

function ask(question) {
  if (!worker) boot();
  last += 1;
  const id = last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, ...question });
  });
}

const send = (method, target, body) => ask({ request: JSON.stringify({ method, target, body }) });

// Starts another game; the next one after a failure is the same.
export async function start(next) {
  options = next;
  return send('POST', '/play/start', JSON.stringify(next));
}

// Sends a request to `/api/..` or `/play/..`; returns the Response.
export async function request(path, { method = 'GET', body = '' } = {}) {
  const { status, media, text } = await send(method, path, body);
  return new Response(text, { status, headers: { 'Content-Type': media } });
}

// Returns whether `listing` has the source code of skills.
export const hasListing = () => true;

// Returns the file that declares a skill: { file, text }; null if it is not there. The folder of the
// playground has the files.
export async function listing(skill) {
  const file = `${skill.path.split('::').slice(1).join('/')}.rs`;
  const response = await fetch(new URL(`source/${file}`, location.href));
  return response.ok ? { file: `skills-nao/src/${file}`, text: await response.text() } : null;
}

// Returns the recording of the game so far, an MCAP file as bytes.
export const recording = () => ask({ recording: true });

// Listens: calls `take(batch)` for each batch, and `lost` once when the game has failed. Returns
// { close, isClosed }.
export function listen(stream, take, lost) {
  const own = { take, lost };
  listener = own;
  // A new listener has nothing yet.
  send('POST', '/api/seen', JSON.stringify({ stream, number: 0 })).catch(() => {});
  worker.postMessage({ taken: true });
  return { close: () => { if (listener === own) listener = null; }, isClosed: () => listener !== own };
}
