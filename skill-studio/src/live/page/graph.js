// The graph: the choice, the open sub-skills, the direction, the elements. A picture is loaded when
// one of the first three changes, never because another state became active.

import { getText } from './api.js';
import { $, actions, h, remember, s } from './dom.js';
import { DIRECTION, direction, earlyGraph, graphPath } from './early.js';
import { all, find, isLarge, machines, outerStates, runs } from './model.js';
import { rootOf } from './run.js';
import { emit, on, select, state } from './state.js';
import { Viewport } from './viewport.js';

// A picture that is smaller than this to fit is not read: its first view is a part of it.
const READABLE = 0.75;
const DIRECTIONS = ['down', 'right', 'up', 'left'];

// `choice` is '@active', '@agent', '@space' or a name; `name` is the graph of that choice now.
export const shown = {
  choice: '@active',
  name: null,
  open: new Set(),
  // States of a large machine whose inner states are not shown, as `MACHINE/STATE`.
  folded: new Set(),
  direction: direction(),
  states: new Map(),
  transitions: new Map(),
};
const key = (machine, index) => `${machine}/${index}`;
export const stateElement = (machine, index) => shown.states.get(key(machine, index));
export const transitionElements = (machine, index) => shown.transitions.get(key(machine, index)) ?? [];

let viewport = null;
let request = 0;
export const view = () => viewport;

// Returns the name of the graph of a choice now.
function nameOf(choice) {
  const known = (name) => (find(name) ? name : null);
  if (choice === '@active') return known(rootOf('skiller'));
  if (choice === '@agent') return known(rootOf('agent')) ?? all().find((skill) => skill.agent)?.name ?? null;
  return choice;
}

// Returns the states that are folded at first: in a large machine all that have states inside.
const foldedAtFirst = (name) => new Set(isLarge(name) ? outerStates(name).map((state) => key(0, state)) : []);

// Opens a state around states, or folds it.
export function toggleInside(element) {
  const { machine, state: number } = element.dataset;
  const name = key(machine, number);
  if (!shown.folded.delete(name)) shown.folded.add(name);
  return load([Number(machine), Number(number)]);
}

// Opens the states around a state of the graph. Returns whether one was folded.
export async function unfold(machine, number) {
  const { states } = find(skillOf(machine))?.graph ?? { states: [] };
  let changed = false;
  for (let at = states[number]?.parent; at !== null && at !== undefined; at = states[at].parent) {
    changed = shown.folded.delete(key(machine, at)) || changed;
  }
  if (changed) await load(null);
  return changed;
}

// Shows another graph.
export async function choose(choice, then = null) {
  shown.choice = choice;
  $('#graphs').value = choice;
  const name = nameOf(choice);
  if (name !== shown.name) {
    shown.name = name;
    shown.open = new Set();
    shown.folded = foldedAtFirst(name);
    await load(null);
  }
  then?.();
}

// Opens or folds the machines of a state, which stays where it is.
export function toggle(numbers, open = numbers.some((number) => !shown.open.has(number)), element = null) {
  for (const number of numbers) {
    if (open) shown.open.add(number);
    else for (const inner of [...shown.open]) if (isInside(inner, number)) shown.open.delete(inner);
  }
  return load(element && [Number(element.dataset.machine), Number(element.dataset.state)]);
}

function isInside(number, outer) {
  const table = machines(shown.name);
  for (let at = number; at !== null && at !== undefined; at = table[at]?.parent) if (at === outer) return true;
  return false;
}

export function openAll() {
  const numbers = machines(shown.name).slice(1).map((machine) => machine.number);
  const isOpen = shown.open.size > 0 || (outerStates(shown.name).length > 0 && shown.folded.size === 0);
  shown.open = new Set(isOpen ? [] : numbers);
  shown.folded = new Set(isOpen ? outerStates(shown.name).map((state) => key(0, state)) : []);
  return load(null);
}

export function turn() {
  shown.direction = DIRECTIONS[(DIRECTIONS.indexOf(shown.direction) + 1) % DIRECTIONS.length];
  remember(DIRECTION, shown.direction);
  return load(null);
}

// Loads the picture. `anchor` is the state that stays where it is; without one the whole picture is shown.
async function load(anchor) {
  const { name } = shown;
  const number = ++request;
  $('#empty').hidden = name !== null;
  $('#direction').firstChild.data = `Arrows lead ${{ down: 'down', right: 'to the right', up: 'up', left: 'to the left' }[shown.direction]}`;
  if (name === null) return;
  const place = anchor && stateElement(...anchor);
  const before = place && viewport.place(place);
  let picture;
  try {
    const path = graphPath(name, { open: [...shown.open].sort((a, b) => a - b), direction: shown.direction, folded: [...shown.folded].sort() });
    picture = parse(await earlyGraph(path) ?? await getText(path));
  } catch (error) {
    if (number === request) fail(error.message);
    return;
  }
  // Another picture was requested meanwhile.
  if (number !== request) return;
  fail(null);
  index(picture);
  const isFirst = !before;
  viewport.set(picture);
  const now = anchor && stateElement(...anchor);
  if (isFirst || !now) viewport.fit(false, READABLE);
  else viewport.anchor(now, before);
  emit('graph');
}

function fail(message) {
  $('#graph-error').textContent = message ?? '';
  $('#graph-error').hidden = message === null;
}

// Reads the server's picture. Nothing in it may run.
function parse(text) {
  const read = new DOMParser().parseFromString(text, 'image/svg+xml');
  const root = read.documentElement;
  if (root.nodeName !== 'svg') throw new Error('the program sent no picture');
  for (const element of [...root.querySelectorAll('script, foreignObject')]) element.remove();
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const { name, value } of [...element.attributes]) {
      if (/^on/i.test(name) || (/href$/i.test(name) && !value.startsWith('#'))) element.removeAttribute(name);
    }
  }
  return document.adoptNode(root);
}

const add = (map, name, element) => map.set(name, [...(map.get(name) ?? []), element]);

// Finds states and transitions, and makes them usable by mouse and keyboard.
function index(picture) {
  shown.states = new Map();
  shown.transitions = new Map();
  picture.setAttribute('role', 'group');
  picture.setAttribute('aria-label', `graph of ${shown.name}`);
  for (const element of picture.querySelectorAll('[data-state]')) {
    const { machine = '0', state: number, sub } = element.dataset;
    shown.states.set(key(machine, number), element);
    button(element);
    const inside = element.dataset.inside !== undefined;
    if (sub || inside) element.after(handle(element, sub?.split(',').map(Number) ?? []));
    if (element.classList.contains('start')) element.before(begin(element));
  }
  for (const element of picture.querySelectorAll('[data-transition]')) {
    const machine = element.dataset.machine ?? element.closest('[data-machine]')?.dataset.machine ?? '0';
    element.dataset.machine = machine;
    add(shown.transitions, key(machine, element.dataset.transition), element);
    const line = element.querySelector('path:not(.head)');
    if (line) element.prepend(s('path.reach', { d: line.getAttribute('d') }));
    // Those to FAILED are lines of their state, and buttons in the explanation.
    if (element.nodeName !== 'text') button(element);
  }
  for (const element of picture.querySelectorAll('.box[data-skill]')) button(element);
}

// Makes an element a button, whose name is what is written on it.
function button(element) {
  element.setAttribute('tabindex', '0');
  element.setAttribute('role', 'button');
  for (const line of element.querySelectorAll('text')) line.before(' ');
  nameIt(element);
}

// Names an element by what is written on it now, with the numbers of the run.
export function nameIt(element) {
  const name = [...element.querySelectorAll('text')].map((line) => line.textContent).join(' ');
  if (element.getAttribute('role') === 'button') element.setAttribute('aria-label', name || 'without a name');
}

const numberAt = (rect, name) => Number(rect.getAttribute(name));

// Builds the button that opens or folds what a state runs or contains, at its upper right corner.
function handle(element, numbers) {
  const rect = element.querySelector('rect');
  const { machine, state: number } = element.dataset;
  const isOpen = numbers.length ? numbers.some((sub) => shown.open.has(sub)) : !shown.folded.has(key(machine, number));
  const title = `${isOpen ? 'Fold' : 'Open'} ${element.querySelector('text')?.textContent ?? 'it'}`;
  const [x, y] = [numberAt(rect, 'x') + numberAt(rect, 'width') - 18, numberAt(rect, 'y') - 8];
  return s('g.handle', { 'data-sub': numbers.join(','), 'data-of': key(machine, number), role: 'button', tabindex: 0, 'aria-label': title },
    s('title', {}, title), s('rect.reach', { x: x - 4, y: y - 4, width: 26, height: 26 }), s('rect', { x, y, width: 18, height: 18, rx: 4 }),
    s('path', { d: `M${x + 4.5} ${y + 9}h9${isOpen ? '' : 'm-4.5 -4.5v9'}` }));
}

// Builds the sign of a start state: a dot with a short line to its upper border.
function begin(element) {
  const rect = element.querySelector('rect');
  const [x, y] = [numberAt(rect, 'x') + 14, numberAt(rect, 'y')];
  return s('g', { 'aria-hidden': 'true' }, s('circle.begin', { cx: x, cy: y - 13, r: 4 }), s('path.begin', { d: `M${x - 1} ${y - 10}h2v4h2l-3 6l-3 -6h2z` }));
}

// Returns the skill of a machine in the picture.
export const skillOf = (machine) => machines(shown.name)[machine]?.skill ?? shown.name;

function pick(target) {
  const fold = target.closest('.handle');
  if (fold) {
    const element = shown.states.get(fold.dataset.of);
    if (!fold.dataset.sub) return void toggleInside(element);
    return void toggle(fold.dataset.sub.split(',').map(Number), undefined, element);
  }
  const box = target.closest('.box[data-skill]');
  if (box) return void choose(box.dataset.skill);
  const element = target.closest('[data-transition], [data-state]');
  if (!element) return select(null);
  const { state: number, transition, machine } = element.dataset;
  const of = { skill: skillOf(Number(machine)), machine: Number(machine) };
  return select(transition === undefined ? { ...of, state: Number(number) } : { ...of, transition: Number(transition) });
}

// Moves to a state or a transition: in this picture if it is there, otherwise in that of its skill.
export async function reveal({ skill, machine = null, state: number, transition }) {
  const look = () => {
    const numbers = machines(shown.name).filter((of) => of.skill === skill).map((of) => of.number);
    const order = machine === null ? numbers : [machine, ...numbers];
    for (const of of order.filter((each) => numbers.includes(each))) {
      const element = number === undefined ? transitionElements(of, transition)[0] : stateElement(of, number);
      if (element) return element;
    }
    return null;
  };
  if (!look() && number !== undefined && skill === shown.name) await unfold(0, number);
  if (!look()) {
    await choose(skill);
    if (number !== undefined) await unfold(0, number);
  }
  const element = look();
  if (element) viewport.reveal(element);
  return element;
}

function fill() {
  const skills = all().filter((skill) => !skill.agent);
  const agents = all().filter((skill) => skill.agent);
  const option = (value, label) => h('option', { value }, label);
  const group = (label, list) => list.length > 0
    && h('optgroup', { label }, list.map(({ name }) => option(name, name)));
  $('#graphs').replaceChildren(...[
    option('@active', 'Active skill'), agents.length > 0 && option('@agent', 'Agent'),
    option('@space', 'Space: what runs what'), group('Skills', skills), group('Agents', agents),
  ].filter(Boolean));
  if (!shown.choice.startsWith('@') && !find(shown.choice)) shown.choice = '@active';
  $('#graphs').value = shown.choice;
}

// Whether a state of the graph runs something that can be opened.
export const hasSubs = (name) => (find(name)?.graph.states ?? []).some((of) => runs(of).length > 0);

export function start() {
  viewport = new Viewport($('#graph'));
  on('description', fill);
  // After a restart the skills may be others, so the picture is loaded again.
  on('session', () => {
    shown.name = null;
  });
  on('view', () => {
    const name = nameOf(shown.choice);
    if (name !== null && name !== shown.name) choose(shown.choice);
    else if (name === null && shown.name === null) {
      $('#graph').replaceChildren();
      $('#empty').hidden = false;
    }
  });
  $('#graphs').addEventListener('change', (event) => choose(event.target.value));
  $('#graph').addEventListener('click', (event) => pick(event.target));
  $('#graph').addEventListener('dblclick', (event) => {
    const { machine, state: number } = event.target.closest('.state')?.dataset ?? {};
    const fold = number !== undefined && $(`.handle[data-of="${key(machine, number)}"]`, $('#graph'));
    if (fold) pick(fold);
  });
  $('#graph').addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    pick(event.target);
  });
  actions($('#graph-panel'), {
    fit: () => viewport.fit(),
    in: () => viewport.zoom(1.25),
    out: () => viewport.zoom(0.8),
    one: () => viewport.zoom(1 / viewport.scale),
    turn,
    all: openAll,
  });
}
