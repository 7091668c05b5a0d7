// The transitions of the current run, numbered in order as in Figure 3 of the paper: each machine
// counts its own, from when it was started.

import { around, machines } from './model.js';
import { emit, on, state } from './state.js';

// All entries of the trace that this page has seen; the server sends the newest only.
export const entries = [];
const MAX_ENTRIES = 3000;
// The numbers of a layer grow by this.
const STEP = 2;

// Each layer has a `root`, the skill of its machine 0, and its machines: number -> { taken, orders,
// states, last }, where `taken` are the transitions with the innermost state that each left, `orders` has
// their numbers, `states` are the states that were left, and `last` is the one that was entered last.
const layers = new Map();
// The number of the newest entry of each layer: each counts its own.
const last = new Map();

const layerOf = (name) => {
  if (!layers.has(name)) layers.set(name, { root: null, machines: new Map() });
  return layers.get(name);
};

export const historyOf = (layer, machine) => layers.get(layer)?.machines.get(machine);

// Returns the skill that a layer runs, or ran last.
export const rootOf = (layer) => (layer === 'agent' ? state.view?.agent?.skill : state.view?.skiller.skill)
  ?? layers.get(layer)?.root ?? null;

function forget() {
  entries.length = 0;
  layers.clear();
  last.clear();
}

// Returns an entry for those that the page was not sent in time.
const gap = ({ layer, time_sec }, missed) => ({
  layer, time_sec, skill: '', kind: 'missed', text: `${missed} ${missed === 1 ? 'entry' : 'entries'} of the ${layer} were not seen`,
});

function record(entry) {
  entries.push(entry);
  const layer = layerOf(entry.layer);
  const { machines: known } = layer;
  if (entry.machine === 0) layer.root = entry.skill;
  if (entry.kind === 'called') {
    if (entry.machine === 0) known.clear();
    else known.delete(entry.machine);
  } else if (entry.kind === 'transition' && entry.transition !== null) {
    if (!known.has(entry.machine)) known.set(entry.machine, { taken: [], orders: new Map(), states: new Set(), last: null });
    const history = known.get(entry.machine);
    history.taken.push([entry.transition, entry.from]);
    history.last = entry.to;
    if (!history.orders.has(entry.transition)) history.orders.set(entry.transition, []);
    history.orders.get(entry.transition).push(history.taken.length);
    left(entry).forEach((of) => history.states.add(of));
    restartBelow(known, layer.root, entry);
  }
}

// Returns the states that a transition leaves: the innermost and those around it, but not around its target.
function left({ skill, from, to }) {
  const kept = new Set(around(skill, to));
  return around(skill, from).filter((of) => !kept.has(of));
}

// Forgets the runs of the machines that a state starts when it is entered.
function restartBelow(known, root, entry) {
  const table = machines(root);
  const below = (number) => {
    const machine = table[number];
    if (!machine || machine.parent === null) return false;
    if (machine.parent === entry.machine) return machine.state === entry.to;
    return machine.parent > entry.machine && below(machine.parent);
  };
  for (const number of known.keys()) {
    if (number > entry.machine && below(number)) known.delete(number);
  }
}

// Listens before the other parts, which read the run.
export function start() {
  on('session', () => {
    forget();
    emit('trace');
  });
  on('entries', (newest) => {
    const fresh = newest.filter((entry) => entry.number > (last.get(entry.layer) ?? 0));
    if (!fresh.length) return;
    for (const entry of fresh) {
      const missed = (entry.number - (last.get(entry.layer) ?? entry.number - STEP)) / STEP - 1;
      if (missed > 0) entries.push(gap(entry, missed));
      record(entry);
      last.set(entry.layer, entry.number);
    }
    entries.splice(0, entries.length - MAX_ENTRIES);
    emit('trace');
  });
}
