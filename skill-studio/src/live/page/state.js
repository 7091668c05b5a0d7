// The newest of everything, and listeners for changes.

import { load } from './model.js';

export const state = {
  // From the server: see GET /api/description and the events.
  description: null,
  view: null,
  board: null,
  why: null,
  scene: null,
  coverage: null,
  log: [],
  // 'connecting', 'open' or 'lost'; the time of the last event.
  link: 'connecting',
  heard_ms: 0,
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

const held = new Map();

// Takes an event of the server.
export function receive(kind, data) {
  state.heard_ms = performance.now();
  const restarted = kind === 'view' && state.view && data.session !== state.view.session;
  if (restarted) restart();
  if (kind === 'log') {
    state.log.push(...data.lines);
    state.log.splice(0, state.log.length - LOG_LINES);
    if (!state.frozen) emit('log');
    return;
  }
  if (state.frozen && !restarted && state[kind]) {
    held.set(kind, data);
    return;
  }
  state[kind] = data;
  if (restarted) emit('session');
  emit(kind);
}

// Forgets the data of the run of the program that has ended.
function restart() {
  // The coverage of a recording is that of its whole time.
  const coverage = state.description?.can.seek ? state.coverage : null;
  Object.assign(state, { log: [], board: null, why: null, scene: null, coverage });
  held.clear();
  emit('log');
}

// Holds events back, or shows the newest again.
export function freeze(frozen) {
  state.frozen = frozen;
  if (!frozen) {
    for (const [kind, data] of held) {
      state[kind] = data;
      emit(kind);
    }
    held.clear();
    emit('log');
  }
  emit('frozen');
}

export function setDescription(description) {
  state.description = description;
  load(description);
  emit('description');
}

export function setLink(link) {
  if (state.link === link) return;
  state.link = link;
  emit('link');
}

export function select(selection) {
  state.selection = selection;
  emit('selection');
}
