// Explanations: for each active state its transitions in order, with their conditions in parts.

import { $, h, morph, remember, remembered } from './dom.js';
import { reveal } from './graph.js';
import { orderOf, seconds } from './model.js';
import { on, select, state } from './state.js';

// Conditions that are shown without their parts.
const folded = new Set();
let showsPassed = remembered('why-all', true);

const SIGNS = { true: ['✓', 'yes', 'holds'], false: ['✗', 'no', 'does not hold'], null: ['–', 'skipped', 'not checked: another part decides'] };
const UNKNOWN = ['?', 'unknown', 'unknown: it was not explained'];
const signOf = ([letter, name, title]) => h(`span.sign.${name}`, { title, role: 'img', 'aria-label': title }, letter);
const sign = (holds, isUnknown) => signOf(isUnknown ? UNKNOWN : SIGNS[String(holds)]);

// Builds a part of a condition, with its operands, values and timer.
function part(of, path) {
  const inner = of.parts.map((child, index) => part(child, `${path}.${index}`));
  const isFolded = folded.has(path);
  const fold = inner.length > 0
    && h('button.fold', { type: 'button', 'data-fold': path, 'aria-expanded': String(!isFolded), 'aria-label': 'parts' }, isFolded ? '▸' : '▾');
  return h('li', {}, h('div.part', {}, sign(of.holds, of.kind === 'unknown'), h('code', {}, of.text),
    extra(of.kind), inner.length === 0 && values(of.values), fold),
  inner.length > 0 && !isFolded && [
    of.values.length > 0 && values(of.values), h('ul', {}, inner)]);
}

const values = (list) => list.length > 0 && h('span.values', {}, list.map(([name, value]) => h('span.value', {},
  h('code', {}, name), ' = ', h('b.num', {}, value))));

function extra(kind) {
  if (kind?.time) {
    const { elapsed_us: elapsed, timeout_us: timeout } = kind.time;
    if (timeout === null) return h('span.values', {}, `${seconds(elapsed / 1e6)} have passed`);
    return bar(elapsed, timeout, `${seconds(elapsed / 1e6)} of ${seconds(timeout / 1e6)}`,
      seconds(Math.max(0, timeout - elapsed) / 1e6));
  }
  if (kind?.ticks) {
    const { elapsed, timeout } = kind.ticks;
    return bar(elapsed, timeout, `${elapsed} of ${timeout} passes`, `${Math.max(0, timeout - elapsed)} passes`);
  }
  if (kind?.status) return h('span.values', {}, `is ${kind.status.is}, waits for ${kind.status.expected}`);
  return null;
}

const bar = (value, max, title, left) => h('span.timer', { title },
  h('progress', { max: Math.max(max, 1), value: Math.min(value, max), 'aria-label': title }),
  h('span.num', {}, `${left} left`));

// A debugger decided, so what the parts say did not count.
const CHANGED = {
  force: ['!', 'forced', 'forced: it fires, whatever its conditions say'],
  suppress: ['⊘', 'suppressed', 'suppressed: it does not fire, whatever its conditions say'],
};

function transition(machine, of, number) {
  const isUnknown = of.fires === null && of.conditions.some((each) => each.kind === 'unknown');
  const changed = CHANGED[of.overridden];
  const [, name] = changed ?? (isUnknown ? ['', 'unknown'] : SIGNS[String(of.fires)]);
  const path = `${machine.layer}/${machine.machine}/${of.index}`;
  const [only, ...more] = of.conditions;
  // A condition that is the whole label is shown once, and so is a time or a status that the label names.
  const isSame = only && more.length === 0 && only.kind !== 'unknown' && (only.text === of.label || only.kind !== 'expression');
  const shown = isSame ? only.parts : of.conditions;
  return h(`li.why-transition.${name}`, { 'data-key': of.index },
    h('button.line', { type: 'button', 'data-transition': of.index, 'data-machine': machine.machine, 'data-skill': machine.skill, title: 'Show in the graph' },
      h('span.order', {}, String(number)), changed ? signOf(changed) : sign(of.fires, isUnknown),
      h('code', {}, of.label || 'always'), h('span.to', {}, `→ ${of.to}`), changed && h('b.changed', {}, changed[1])),
    isSame && [extra(only.kind), values(only.values)],
    shown.length > 0 && h('ul.parts', {}, shown.map((each, index) => part(each, `${path}/${index}`))));
}

function block(machine) {
  const entered = state.view?.active.find((of) => of.layer === machine.layer && of.machine === machine.machine && of.state === machine.state)?.entered_sec;
  const rest = machine.transitions.filter((of) => showsPassed || of.fires !== null || !machine.checked);
  const isUnchecked = state.why.complete && !machine.checked && rest.length > 0;
  return h('section.why-machine', { 'data-key': `${machine.layer}/${machine.machine}/${machine.state}` },
    h('h3', {}, h('span.layer', {}, machine.layer), ' ', machine.skill, ': ', h('b', {}, machine.name || '–'),
      entered !== null && entered !== undefined && h('span.num.since', {}, seconds(Math.max(0, state.why.time_sec - entered)))),
    machine.missing.length > 0 && h('ul.missing', {}, machine.missing.map((of) => h('li', {},
      h('b', {}, of.id), ` (${of.variable}): ${of.problem}`))),
    isUnchecked && h('p.faint', {}, 'not checked in the last pass'),
    rest.length > 0
      ? h('ol', {}, rest.map((of) => transition(machine, of, orderOf(machine.skill, of.index))))
      : h('p.faint', {}, machine.transitions.length ? 'nothing was checked' : 'no transition leaves this state'),
    machine.variables.length > 0 && h('dl.variables', {}, machine.variables.map(([name, value]) => [
      h('dt', {}, name), h('dd.num', {}, value)])));
}

function draw() {
  const { why } = state;
  const list = $('#why-list');
  if (!why) return morph(list, h('p.faint', {}, state.description?.can.why === false
    ? 'this source explains nothing' : 'nothing was explained yet'));
  // The skill that an agent's state has the skiller run explains itself in the skiller's layer.
  const machines = why.machines.filter((of) => of.state !== null || of.missing.length > 0);
  return morph(list,
    why.complete === false && h('p.note', {}, 'Built without explanations: guards and variables are unknown; timers, sub-skills and interfaces are shown.'),
    machines.length ? machines.map(block) : h('p.faint', {}, 'nothing is active'));
}

export function start() {
  on('why session description', draw);
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
      const path = fold.dataset.fold;
      if (!folded.delete(path)) folded.add(path);
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
