// Marks states and transitions: active, taken with their order, selected, breakpoints, overrides.
// Only classes and small signs change; positions never do.

import { $, remember, remembered, s, text } from './dom.js';
import { nameIt, shown, stateElement, toggle, transitionElements, unfold, view as viewport } from './graph.js';
import { find, machines } from './model.js';
import { on, state } from './state.js';
import { historyOf, rootOf } from './run.js';

// Orders that are shown at an arrow; the others are in its title.
const MAX_ORDERS = 4;
// A sub-skill that ends sooner is not opened: nobody could read it.
const FOLLOW_MS = 150;

let follows = remembered('follow', true);
let before = { states: new Set(), traced: new Set() };
let deepest = null;
let timer = 0;

// Returns the machines that the picture shows: machine 0 is `base` of the layer; null if none.
function shownPart() {
  const { view } = state;
  if (!view || !shown.name) return null;
  const layer = find(shown.name)?.agent ? 'agent' : 'skiller';
  if (rootOf(layer) === shown.name) return { layer, base: 0 };
  const inside = view.active.find((of) => of.layer === 'skiller' && of.skill === shown.name);
  return inside ? { layer: 'skiller', base: inside.machine } : null;
}

// Returns the entries of the active path in the picture, as [machine of the picture, state].
function activeHere(part) {
  if (!part) return [];
  const size = machines(shown.name).length;
  const { layer, base } = part;
  const active = state.view.active
    .filter((of) => of.layer === layer && of.state !== null && of.machine >= base && of.machine < base + size)
    .map((of) => [of.machine - base, of.state]);
  // A skill that has ended is in its last state until the next call.
  const last = base === 0 && layer === 'skiller' ? historyOf(layer, 0)?.last ?? null : null;
  const hasEnded = ['final', 'failed'].includes(state.view.skiller.status);
  return active.length === 0 && hasEnded && last !== null ? [[0, last]] : active;
}

function markActive() {
  const now = new Set();
  let last = null;
  for (const [machine, number] of activeHere(shownPart())) {
    const element = stateElement(machine, number);
    if (element) {
      now.add(element);
      last = element;
    }
  }
  for (const element of before.states) {
    if (now.has(element)) continue;
    element.classList.remove('active');
    element.removeAttribute('aria-current');
  }
  for (const element of now) {
    if (before.states.has(element)) continue;
    element.classList.add('active');
    element.setAttribute('aria-current', 'true');
  }
  for (const element of $('#graph').querySelectorAll('.box[data-skill]')) {
    const isActive = state.view?.active.some((of) => of.skill === element.dataset.skill) ?? false;
    element.classList.toggle('active', isActive);
  }
  before.states = now;
  if (last !== deepest) {
    deepest = last;
    follow();
  }
}

function markTraced() {
  const part = shownPart();
  const now = new Set();
  for (const { number } of part ? machines(shown.name) : []) {
    const history = historyOf(part.layer, part.base + number);
    if (!history) continue;
    for (const index of history.states) {
      const element = stateElement(number, index);
      if (element) now.add(element);
    }
    for (const [index, orders] of history.orders) {
      const [first, ...rest] = transitionElements(number, index);
      if (!first) continue;
      [first, ...rest].forEach((element) => now.add(element));
      sign(first, orders);
    }
  }
  for (const element of before.traced) {
    if (now.has(element)) continue;
    element.classList.remove('traced');
    signOf(element)?.remove();
    nameAround(element);
  }
  // Also a class that is there already would have the picture painted again.
  for (const element of now) if (!before.traced.has(element)) element.classList.add('traced');
  before.traced = now;
}

// Names the button that an element is, or is a line of.
const nameAround = (element) => nameIt(element.closest('[role=button]') ?? element);

// Returns the sign with the orders of a transition: in its group, or after the line of a failure.
const signOf = (element) => (element.nodeName === 'text'
  ? (element.nextElementSibling?.matches('.order') ? element.nextElementSibling : null)
  : element.querySelector('.order'));

function sign(element, orders) {
  const list = orders.length > MAX_ORDERS ? ['…', ...orders.slice(1 - MAX_ORDERS)] : orders;
  const label = list.join(' ');
  let group = signOf(element);
  if (group?.dataset.label === label) return;
  if (!group) {
    group = s('g.order', {}, s('title'), s('rect', { rx: 7, height: 14 }), s('text', { 'text-anchor': 'middle', y: 11 }));
    if (element.nodeName === 'text') element.after(' ', group);
    else element.append(' ', group);
  }
  group.dataset.label = label;
  const width = Math.max(16, label.length * 7.3 + 8);
  const { x, y } = tail(element);
  group.setAttribute('transform', `translate(${(x - width / 2).toFixed(1)} ${(y - 7).toFixed(1)})`);
  group.querySelector('rect').setAttribute('width', width);
  const [title, , number] = group.children;
  number.setAttribute('x', width / 2);
  text(number, label);
  nameAround(element);
  text(title, `taken as number ${orders.slice(-50).join(', ')}`);
}

// Returns the place for the sign: near the begin of an arrow, or before a line of a failure.
function tail(element, by = 16) {
  const line = element.querySelector?.('path:not(.head):not(.reach)');
  if (line) return line.getPointAtLength(Math.min(by, line.getTotalLength() / 3));
  return { x: Number(element.getAttribute('x')) - 8, y: Number(element.getAttribute('y')) - 4 };
}

// Shows breakpoints, overrides, the selection.
function markDebugger() {
  for (const element of $('#graph').querySelectorAll('.selected, .forced, .suppressed, .breaks, .hit')) {
    element.classList.remove('selected', 'forced', 'suppressed', 'breaks', 'hit');
  }
  for (const element of $('#graph').querySelectorAll('.breakpoint')) element.remove();
  for (const { number, skill } of machines(shown.name)) {
    const mark = (of, name) => {
      const isState = of.state !== null && of.state !== undefined;
      const elements = isState ? [stateElement(number, of.state)] : transitionElements(number, of.transition);
      for (const element of elements) element?.classList.add(name);
    };
    for (const of of state.view?.breakpoints ?? []) {
      if (of.skill !== skill) continue;
      mark(of, 'breaks');
      const at = of.state === null ? transitionElements(number, of.transition)[0] : stateElement(number, of.state);
      if (at) (at.closest('.state') ?? at).parentNode.append(breakpointSign(at, of.id));
      if (state.view.hit?.breakpoint === of.id) mark(of, 'hit');
    }
    for (const of of state.view?.overrides ?? []) {
      if (of.skill === skill) mark(of, of.action === 'force' ? 'forced' : 'suppressed');
    }
    const { selection } = state;
    if (selection?.skill === skill && (selection.machine ?? number) === number) mark(selection, 'selected');
  }
}

// Builds the sign of a breakpoint, at the corner of a state or at the begin of a transition.
function breakpointSign(element, id) {
  const rect = element.querySelector?.('rect');
  const { x, y } = element.classList.contains('state') ? { x: Number(rect.getAttribute('x')), y: Number(rect.getAttribute('y')) } : tail(element, 34);
  return s('g.breakpoint', { 'pointer-events': 'none', 'aria-hidden': 'true' }, s('circle', { cx: x, cy: y, r: 9 }), s('text', { x, y: y + 4, 'text-anchor': 'middle' }, String(id)));
}

// Marks the transition that the sentence is about.
function markNear() {
  const part = shownPart();
  const near = state.why?.sentence?.near;
  const elements = part && near && near.layer === part.layer ? transitionElements(near.machine - part.base, near.transition) : [];
  for (const element of $('#graph').querySelectorAll('.near')) if (!elements.includes(element)) element.classList.remove('near');
  for (const element of elements) element.classList.add('near');
}

export const isFollowing = () => follows;

// Follows the robot or not; what the user has not chosen is not remembered.
export function setFollow(on, isChosen = true) {
  follows = on;
  if (isChosen) remember('follow', on);
  $('#follow').setAttribute('aria-pressed', String(on));
  text($('#follow'), on ? 'Following' : 'Follow');
  if (on) follow();
}

// Opens the sub-skills that the innermost active state runs, and moves to it.
function follow() {
  clearTimeout(timer);
  if (!follows || !deepest) return;
  const last = activeHere(shownPart()).at(-1);
  if (last && shown.folded.size > 0 && !stateElement(...last)) {
    timer = setTimeout(() => follows && unfold(...last), FOLLOW_MS);
    return;
  }
  const numbers = deepest.dataset.sub?.split(',').map(Number) ?? [];
  const isRunning = (number) => activeHere(shownPart()).some(([machine]) => machine === number);
  const closed = numbers.filter((number) => !shown.open.has(number) && isRunning(number));
  const element = deepest;
  if (closed.length) {
    timer = setTimeout(() => {
      if (follows && deepest === element && closed.some(isRunning)) toggle(closed, true, element);
    }, FOLLOW_MS);
  }
  viewport().reveal(element);
}

export function start() {
  let breakpoints = '';
  setFollow(follows);
  on('graph', () => {
    before = { states: new Set(), traced: new Set() };
    deepest = null;
    markActive();
    markTraced();
    markDebugger();
    markNear();
  });
  on('why session', markNear);
  on('view', (view) => {
    markActive();
    const now = JSON.stringify([view.breakpoints, view.overrides, view.hit]);
    if (now !== breakpoints) markDebugger();
    breakpoints = now;
  });
  on('trace view', markTraced);
  on('selection', markDebugger);
  $('#follow').addEventListener('click', () => setFollow(!follows));
}
