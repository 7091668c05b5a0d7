// Why the active states are not left: for each its transitions in the order of checks, with their
// conditions in parts.

import { $, calmly, h, morph, remember, remembered } from './dom.js';
import { reveal } from './graph.js';
import { orderOf, plain, seconds } from './model.js';
import { on, select, state } from './state.js';

// Transitions whose parts are shown or hidden by hand: path -> whether they are shown.
const opened = new Map();
let showsPassed = remembered('why-all', true);

const SIGNS = { true: ['yes', 'yes', 'holds'], false: ['no', 'no', 'does not hold'], null: ['–', 'skipped', 'not checked: another part decides'] };
const UNKNOWN = ['?', 'unknown', 'unknown: it was not explained'];
const signOf = ([label, name, title]) => h(`span.sign.${name}`, { title }, label);
const sign = (holds, isUnknown) => signOf(isUnknown ? UNKNOWN : SIGNS[String(holds)]);

// A debugger decided, so what the parts say did not count.
const CHANGED = {
  force: ['taken', 'forced', 'it is taken, whatever its conditions say'],
  suppress: ['never', 'suppressed', 'it is never taken, whatever its conditions say'],
};

// Variables that are structures are in the list of variables, once.
const isShort = ([name, value]) => !(name.startsWith('self.') && value.includes('{'));
const values = (all) => shownValues(all.filter(isShort));
const shownValues = (list) => list.length > 0 && h('span.values', {}, list.map(([name, value]) => h('span.value', {},
  h('code', {}, name), ' = ', h('b.num', { title: value }, plain(value)))));

// Builds a part of a condition, with its operands and values.
function part(of) {
  return h('li', {}, h('div.part', {}, h('code', {}, of.text), measure(of.kind), sign(of.holds, of.kind === 'unknown')),
    values(of.values), of.parts.length > 0 && h('ul', {}, of.parts.map(part)));
}

// Returns what a time or a status has reached.
function measure(kind) {
  if (kind?.time) {
    const { elapsed_us: elapsed, timeout_us: timeout } = kind.time;
    return h('span.num', {}, timeout === null ? `${seconds(elapsed / 1e6)} have passed`
      : `${(elapsed / 1e6).toFixed(1)} of ${(timeout / 1e6).toFixed(1)} s`);
  }
  if (kind?.ticks) return h('span.num', {}, `${kind.ticks.elapsed} of ${kind.ticks.timeout} passes`);
  if (kind?.status) return h('span.num', {}, `${kind.status.is ?? '?'}, needs ${kind.status.expected}`);
  return null;
}

// Returns the words at the right end: what decides, and how near it is.
function verdict(of, changed, isUnknown) {
  if (changed) return signOf(changed);
  const [only, ...more] = of.conditions;
  if (of.fires === false && only && more.length === 0 && typeof only.kind === 'object') {
    return h('span.sign.no', { title: 'does not fire yet' }, measure(only.kind));
  }
  return sign(of.fires, isUnknown);
}

const isNear = (machine, of) => {
  const near = state.why.sentence?.near;
  return Boolean(near) && near.layer === machine.layer && near.machine === machine.machine && near.transition === of.index;
};

function transition(machine, of, isInner) {
  const isUnknown = of.fires === null && of.conditions.some((each) => each.kind === 'unknown');
  const changed = CHANGED[of.overridden];
  const [, name] = changed ?? (isUnknown ? UNKNOWN : SIGNS[String(of.fires)]);
  const path = `${machine.layer}/${machine.machine}/${machine.state}/${of.index}`;
  const near = isNear(machine, of);
  const [only, ...more] = of.conditions;
  // A condition that is the whole label is shown once, and so is a time or a status that the label names.
  const isSame = only && more.length === 0 && only.kind !== 'unknown' && (only.text === of.label || only.kind !== 'expression');
  const parts = isSame ? only.parts : of.conditions;
  const own = isSame ? only.values : [];
  const hasMore = parts.length > 0 || own.some(isShort);
  const isOpen = hasMore && (opened.get(path) ?? (near || isInner));
  return h(`li.why-transition.${name}${near ? '.near' : ''}`, { 'data-key': of.index },
    h('button.line', { type: 'button', 'data-transition': of.index, 'data-machine': machine.machine, 'data-skill': machine.skill, title: of.reason ? `FAILED: ${of.reason}` : 'Show it in the graph' },
      h('span.order', {}, String(orderOf(machine.skill, of.index))),
      h('span', {}, '→ ', of.to === 'FAILED' ? 'FAILED' : h('b', {}, of.to), ' ', h('code', {}, of.label || 'always')),
      verdict(of, changed, isUnknown)),
    hasMore && h('div.details', {},
      !isOpen && h('button.fold.link', { type: 'button', 'data-fold': path, 'aria-expanded': 'false' }, 'parts and values'),
      isOpen && [values(own), parts.length > 0 && h('ul.parts', {}, parts.map(part)),
        !isInner && h('button.fold.link', { type: 'button', 'data-fold': path, 'aria-expanded': 'true' }, 'less')]));
}

function block(machine, isInner) {
  const entered = state.view?.active.find((of) => of.layer === machine.layer && of.machine === machine.machine && of.state === machine.state)?.entered_sec;
  const rest = machine.transitions.filter((of) => showsPassed || of.fires !== null || !machine.checked);
  const isUnchecked = state.why.complete && !machine.checked && rest.length > 0;
  return h('section.why-machine', { 'data-key': `${machine.layer}/${machine.machine}/${machine.state}` },
    h('h3', {}, machine.name || '–', h('span.quiet', {}, `of ${machine.skill}`),
      entered !== null && entered !== undefined && h('span.num.since', {}, seconds(Math.max(0, state.why.time_sec - entered)))),
    machine.missing.length > 0 && h('ul.missing', {}, machine.missing.map((of) => h('li', {},
      h('b', {}, of.id), ` (${of.variable}): ${of.problem}`))),
    isUnchecked && h('p.quiet', {}, 'not checked in the last pass'),
    rest.length > 0
      ? h('ol', {}, rest.map((of) => transition(machine, of, isInner)))
      : h('p.quiet', {}, machine.transitions.length ? 'nothing was checked' : 'no transition leaves this state'),
    machine.variables.length > 0 && h('dl.variables', {}, machine.variables.map(([name, value]) => [
      h('dt', {}, name), h('dd.num', { title: value }, plain(value))])));
}

function draw() {
  const { why } = state;
  const list = $('#why-list');
  if (!why) return morph(list, h('p.quiet', {}, state.description?.can.why === false ? 'this source explains nothing' : ''));
  // The skill that an agent's state has the skiller run explains itself in the skiller's layer. The
  // innermost state decides first, so it is first.
  const machines = why.machines.filter((of) => of.state !== null || of.missing.length > 0).reverse();
  return morph(list,
    why.complete === false && h('p.note', {}, 'Seen from outside: guards and variables are unknown; timers, sub-skills and interfaces are shown. The page of a program that runs the skills itself, as the simulated robot’s, explains them.'),
    machines.map((of, index) => block(of, index === 0)));
}

export function start() {
  on('why session description', calmly(draw, 200));
  const toggle = $('#why-all');
  toggle.checked = showsPassed;
  toggle.addEventListener('change', () => {
    showsPassed = toggle.checked;
    remember('why-all', showsPassed);
    draw();
  });
  $('#why-list').addEventListener('click', (event) => {
    const fold = event.target.closest('[data-fold]');
    if (fold) {
      opened.set(fold.dataset.fold, fold.getAttribute('aria-expanded') !== 'true');
      return draw();
    }
    const line = event.target.closest('[data-transition]');
    if (!line) return undefined;
    const of = { skill: line.dataset.skill, machine: Number(line.dataset.machine), transition: Number(line.dataset.transition) };
    select(of);
    return reveal(of);
  });
  draw();
}
