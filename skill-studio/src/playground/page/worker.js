// Runs the robot: loads the module, keeps the pace, and passes on requests, responses and events.

// The passes between two looks at the clock, and the longest time without a look at the messages.
const PASSES = 64;
const SLICE_MS = 20;
// The pause when no pass is due, and the least time between two batches of events.
const PAUSE_MS = 4;
const PERIOD_MS = 15;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let robot = null;
// Whether the page has taken the last events: a slow page gets fewer.
let taken = false;
let sent_ms = 0;

const output = (bytes) => decoder.decode(new Uint8Array(robot.memory.buffer, robot.playground_output(), bytes));

function respond({ id, request }) {
  const bytes = encoder.encode(request);
  const at = robot.playground_input(bytes.length);
  new Uint8Array(robot.memory.buffer, at, bytes.length).set(bytes);
  postMessage({ id, response: JSON.parse(output(robot.playground_request())) });
}

function record({ id }) {
  const bytes = robot.playground_recording();
  const recording = new Uint8Array(robot.memory.buffer, robot.playground_output(), bytes).slice();
  postMessage({ id, response: recording }, [recording.buffer]);
}

function run() {
  const start_ms = performance.now();
  let passes;
  do passes = robot.playground_advance(performance.now(), PASSES);
  while (passes === PASSES && performance.now() - start_ms < SLICE_MS);
  if (taken && performance.now() - sent_ms >= PERIOD_MS) {
    const events = output(robot.playground_events());
    if (events !== '[]') {
      postMessage({ events });
      taken = false;
      sent_ms = performance.now();
    }
  }
  setTimeout(guarded, passes === PASSES ? 0 : PAUSE_MS, run);
}

// Returns why the module has ended: the text of its panic, with file and line, if it is one.
function reason(error) {
  try {
    return output(robot.playground_panic()) || error;
  } catch {
    return error;
  }
}

// A panic ends the module for good.
function guarded(part, ...values) {
  try {
    part(...values);
  } catch (error) {
    postMessage({ failed: `the robot has failed: ${reason(error)}` });
    close();
  }
}

async function load() {
  const response = await fetch(new URL('robot.wasm', import.meta.url));
  if (!response.ok) throw new Error(`robot.wasm: error ${response.status}`);
  // Some servers do not know the type of the file, which streaming needs.
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), {});
  robot = instance.exports;
  // The program of the robot, without arguments: it gives the page its robot, and returns.
  guarded(robot.main, 0, 0);
  guarded(run);
}

const loaded = load();
loaded.catch((error) => postMessage({ failed: `the robot cannot be loaded: ${error.message}` }));

onmessage = async ({ data }) => {
  await loaded;
  if (data.taken) taken = true;
  else guarded(data.recording ? record : respond, data);
};
