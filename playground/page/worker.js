// Runs the game: loads the module, keeps the pace, and passes on requests, responses and events.

// The passes between two looks at the clock, and the longest time without a look at the messages.
const PASSES = 64;
const SLICE_MS = 20;
// The pause when no pass is due, and the least time between two batches of events.
const PAUSE_MS = 4;
const PERIOD_MS = 15;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let game = null;
// Whether the page has taken the last events: a slow page gets fewer.
let taken = false;
let sent_ms = 0;

const output = (bytes) => decoder.decode(new Uint8Array(game.memory.buffer, game.playground_output(), bytes));

function respond({ id, request }) {
  const bytes = encoder.encode(request);
  const at = game.playground_input(bytes.length);
  new Uint8Array(game.memory.buffer, at, bytes.length).set(bytes);
  postMessage({ id, response: JSON.parse(output(game.playground_request())) });
}

function record({ id }) {
  const bytes = game.playground_recording();
  const recording = new Uint8Array(game.memory.buffer, game.playground_output(), bytes).slice();
  postMessage({ id, response: recording }, [recording.buffer]);
}

function run() {
  const start_ms = performance.now();
  let passes;
  do passes = game.playground_advance(performance.now(), PASSES);
  while (passes === PASSES && performance.now() - start_ms < SLICE_MS);
  if (taken && performance.now() - sent_ms >= PERIOD_MS) {
    const events = output(game.playground_events());
    if (events !== '[]') {
      postMessage({ events });
      taken = false;
      sent_ms = performance.now();
    }
  }
  setTimeout(guarded, passes === PASSES ? 0 : PAUSE_MS, run);
}

// A panic ends the module for good.
function guarded(part, ...values) {
  try {
    part(...values);
  } catch (error) {
    postMessage({ failed: `the game has failed: ${error}` });
    close();
  }
}

async function load() {
  const response = await fetch(new URL('playground.wasm', import.meta.url));
  if (!response.ok) throw new Error(`playground.wasm: error ${response.status}`);
  // Some servers do not know the type of the file, which streaming needs.
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), {});
  game = instance.exports;
  guarded(run);
}

const loaded = load();
loaded.catch((error) => postMessage({ failed: `the game cannot be loaded: ${error.message}` }));

onmessage = async ({ data }) => {
  await loaded;
  if (data.taken) taken = true;
  else guarded(data.recording ? record : respond, data);
};
