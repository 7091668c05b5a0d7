// The newest of everything, and listeners for changes.

import { load } from './model.js';

export const state = {
  // From the server: see GET /api/description and the batches.
  description: null,
  view: null,
  board: null,
  why: null,
  scene: null,
  coverage: null,
  log: [],
  // The entries of the trace that came last.
  entries: [],
  // 'connecting', 'open' or 'lost'.
  link: 'connecting',
  // Why the stream was refused, if it is lost by that.
  refusal: null,
  // Whether events are held back and the page stays as it is.
  frozen: false,
  // The selection in the graph: { skill, state } or { skill, transition }, with `machine` if known.
  selection: null,
};

// Lines of the log that are kept.
const LOG_LINES = 2000;

const listeners = new Map();

// Calls `listener` when `kind` changed: the names above, and 'graph', 'session', 'tab'.
export function on(kinds, listener) {
  for (const kind of kinds.split(' ')) {
    if (!listeners.has(kind)) listeners.set(kind, []);
    listeners.get(kind).push(listener);
  }
}

// A part of the page that fails must not keep events from the others.
export function emit(kind) {
  for (const listener of listeners.get(kind) ?? []) {
    try {
      listener(state[kind]);
    } catch (error) {
      console.error(error);
    }
  }
}

// What came while events are held back: the newest of each kind, and all entries.
let held = { changed: {}, trace: [] };

// Takes what has changed: the kinds that have, new entries of the trace, new lines of the log. With
// `isFull` that is everything.
export function receive({ changed, trace, lines, isFull }) {
  const restarted = Boolean(changed.view && state.view && changed.view.session !== state.view.session);
  if (restarted) restart();
  if (isFull) state.log = [];
  state.log.push(...lines);
  state.log.splice(0, state.log.length - LOG_LINES);
  if (state.frozen && !restarted && state.view) {
    Object.assign(held.changed, changed);
    held.trace.push(...trace);
    return;
  }
  show(changed, trace, restarted);
  if (lines.length) emit('log');
}

function show(changed, trace, restarted) {
  Object.assign(state, changed);
  if (restarted) emit('session');
  if (trace.length) {
    state.entries = trace;
    emit('entries');
  }
  Object.keys(changed).forEach(emit);
}

// Forgets the data of the run of the program that has ended.
function restart() {
  // The coverage of a recording is that of its whole time.
  const coverage = state.description?.can.seek ? state.coverage : null;
  Object.assign(state, { log: [], board: null, why: null, scene: null, coverage });
  held = { changed: {}, trace: [] };
  emit('log');
}

// Holds events back, or shows the newest again.
export function freeze(frozen) {
  state.frozen = frozen;
  if (!frozen) {
    show(held.changed, held.trace, false);
    held = { changed: {}, trace: [] };
    emit('log');
  }
  emit('frozen');
}

export function setDescription(description) {
  state.description = description;
  load(description);
  emit('description');
}

export function setLink(link, refusal = null) {
  if (state.link === link && state.refusal?.error === refusal?.error) return;
  Object.assign(state, { link, refusal });
  emit('link');
}

export function select(selection) {
  state.selection = selection;
  emit('selection');
}
