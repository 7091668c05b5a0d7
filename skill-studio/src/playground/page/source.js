// The source of what the page shows: the robot, which runs in a worker. It takes the place of the page's
// source.js, which speaks with a server.

// The robot needs no token.
export const takeToken = () => false;
export const hasToken = () => true;

// A run begins in less, or a pass does not end.
const LATE_MS = 5000;

// The number of the only client: that of the controller while the page has control.
export const client = 0x53545544;

// There is one robot.
export const choose = () => {};

// What can be chosen before a start, and what is chosen.
export let choices = [];
export let options = {};

// Returns the query of a link to this run: what is chosen, without flags that are not set.
export const moment = () => Object.fromEntries(Object.entries(options).filter(([, value]) => value !== false).map(([name, value]) => [name, value === true ? 1 : value]));

// What the address asks for and cannot be had.
export const refused = [];

// Returns a choice of the address, ?seed=3&agent=nobody&calm=1; that of nobody if there is none.
function chosen({ name, control, first, max, values }, query) {
  const text = query.get(name);
  const usual = { flag: false, number: first }[control] ?? values?.[0][0];
  if (text === null) return usual;
  if (control === 'flag' && /^[01]$/.test(text)) return text === '1';
  if (control === 'number' && /^\d{1,9}$/.test(text) && Number(text) <= max) return Number(text);
  if (values?.some(([value]) => value === text)) return text;
  refused.push(`${name}=${text}`);
  return usual;
}

let worker = null;
let listener = null;
let last = 0;
// By the number of the request: what its promise is settled with.
const waiting = new Map();

// Why the robot has failed. It would do so again: another worker begins only when it is started.
let failed = null;

const refusal = () => ({ error: 'failed', message: failed, isFinal: true });

function fail(reason) {
  failed = reason;
  worker?.terminate();
  worker = null;
  for (const { reject } of waiting.values()) reject(new Error(reason));
  waiting.clear();
  const lost = listener?.lost;
  listener = null;
  console.error(reason);
  lost?.(refusal());
}

// The last moment at which a run is held, as the robot has it.
const MAX_UNTIL_SEC = 600;

// The first run, with the choices of the address, held at its moment: ?t=42.50
async function first() {
  const response = await ask('GET', '/play/choices');
  choices = JSON.parse(response.text);
  const query = new URLSearchParams(location.search);
  options = Object.fromEntries(choices.map((choice) => [choice.name, chosen(choice, query)]));
  const time = query.get('t') ?? '0';
  const isTime = /^\d{1,3}(\.\d{1,3})?$/.test(time) && Number(time) <= MAX_UNTIL_SEC;
  if (!isTime) refused.push(`t=${time}`);
  const known = ['t', 'skill', ...choices.map(({ name }) => name)];
  refused.push(...[...query.keys()].filter((name) => !known.includes(name)));
  await begin(isTime ? Number(time) : 0);
}

// Starts a run; the first one after a failure is the same.
const begin = (until_sec) => ask('POST', '/play/start', JSON.stringify({ options, until_sec }));

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
  worker.onerror = (event) => fail(event.message || 'the robot cannot be loaded');
  return choices.length ? begin(0) : first();
}

function post(question) {
  last += 1;
  const id = last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, ...question });
  });
}

const ask = (method, target, body = '') => post({ request: JSON.stringify({ method, target, body }) });

// Resolves when the first run has begun: nobody asks before.
let begun = null;
export async function ready() {
  if (failed) throw new Error(failed);
  if (!worker) begun = boot();
  await begun;
}

async function send(method, target, body) {
  await ready();
  return ask(method, target, body);
}

// Starts another run; in another worker, if a pass of this one does not end.
export async function start(next) {
  failed = null;
  await ready();
  options = next;
  const late = setTimeout(fail, LATE_MS, 'a pass does not end');
  try {
    return await begin(0);
  } catch (error) {
    if (!failed) throw error;
    failed = null;
    await ready();
    return begin(0);
  } finally {
    clearTimeout(late);
  }
}

// Sends a request to `/api/..` or `/play/..`; returns the Response.
export async function request(path, { method = 'GET', body = '' } = {}) {
  const { status, media, text } = await send(method, path, body);
  return new Response(text, { status, headers: { 'Content-Type': media } });
}

// Returns whether `listing` has the source code of skills.
export const hasListing = () => true;

// Returns the file that declares a skill: { file, line, text }; null if it is not there. The folder of the
// playground has the files.
export async function listing(skill) {
  const response = await fetch(new URL(`source/${encodeURIComponent(skill.name)}.json`, location.href));
  return response.ok ? response.json() : null;
}

// Returns the recording of the run so far, an MCAP file as bytes.
export async function recording() {
  await ready();
  return post({ recording: true });
}

// Listens: calls `take(batch)` for each batch, and `lost(refusal)` once when the robot has failed. Returns
// { close, isClosed }.
export function listen(stream, take, lost) {
  const own = { take, lost };
  listener = own;
  // A new listener has nothing yet.
  send('POST', '/api/seen', JSON.stringify({ stream, number: 0 })).then(() => worker.postMessage({ taken: true })).catch(() => {
    if (failed && listener === own) lost(refusal());
  });
  return { close: () => { if (listener === own) listener = null; }, isClosed: () => listener !== own };
}
