// What is under the pointer in the graph: its documentation, and the values of its guard.

import { $, h, morph } from './dom.js';
import { skillOf } from './graph.js';
import { find, orderOf, plain, runs, seconds, transitionText } from './model.js';
import { on, state } from './state.js';

let element = null;

const explained = (skill, index) => {
  for (const machine of state.why?.machines ?? []) {
    if (machine.skill !== skill) continue;
    const found = machine.transitions.find((of) => of.index === index);
    if (found) return found;
  }
  return null;
};

const leaves = (part) => [...part.values, ...part.parts.flatMap(leaves)];

function aboutTransition(skill, index) {
  const info = find(skill)?.graph.transitions[index];
  if (!info) return null;
  const now = explained(skill, index);
  const values = [...new Map((now?.conditions ?? []).flatMap(leaves))];
  const words = { true: 'holds', false: 'does not hold', null: 'was not checked' };
  const time = now?.conditions.map((of) => of.kind?.time).find(Boolean);
  return [
    h('h3', {}, transitionText(skill, index), h('span.quiet', {}, `  number ${orderOf(skill, index)}`)),
    h('p', {}, h('code', {}, info.label || 'always'), now && `: ${words[String(now.fires)]}`),
    time && time.timeout_us !== null && h('p.num', {}, `${seconds(time.elapsed_us / 1e6)} of ${seconds(time.timeout_us / 1e6)}`),
    values.map(([name, value]) => h('p', {}, h('code', {}, name), ' = ', h('b.num', {}, plain(value)))),
    info.reason && h('p', {}, `fails with “${now?.reason ?? info.reason}”`),
  ];
}

function aboutState(skill, index) {
  const info = find(skill)?.graph.states[index];
  if (!info) return null;
  const active = state.view?.active.find((of) => of.skill === skill && of.state === index);
  const since = active?.entered_sec;
  return [
    h('h3', {}, info.name, since !== null && since !== undefined && h('span.quiet', {}, `  now, for ${seconds(Math.max(0, state.view.time_sec - since))}`)),
    info.docs && h('p', {}, info.docs),
    runs(info).map((run) => h('p', {}, 'runs ', h('code', {}, `${run.skill}{${run.args}}`))),
  ];
}

function draw() {
  const box = $('#hover');
  const { transition, state: number, machine } = element?.dataset ?? {};
  const skill = element && skillOf(Number(machine));
  const content = !element ? null : transition === undefined ? aboutState(skill, Number(number)) : aboutTransition(skill, Number(transition));
  box.hidden = !content;
  if (content) morph(box, content);
}

function place(event) {
  const { left, top, width, height } = $('#graph').getBoundingClientRect();
  const [x, y] = [event.clientX - left, event.clientY - top];
  const box = $('#hover');
  Object.assign(box.style, {
    left: x < width / 2 ? `${x + 16}px` : 'auto', right: x < width / 2 ? 'auto' : `${width - x + 16}px`,
    top: y < height / 2 ? `${y + 16}px` : 'auto', bottom: y < height / 2 ? 'auto' : `${height - y + 16}px`,
  });
}

export function start() {
  const graph = $('#graph');
  graph.addEventListener('pointermove', (event) => {
    const found = event.pointerType === 'mouse' && event.buttons === 0 ? event.target.closest?.('[data-transition], [data-state]') : null;
    if (found !== element) {
      element = found;
      draw();
    }
    if (element) place(event);
  });
  graph.addEventListener('pointerleave', () => {
    element = null;
    draw();
  });
  on('why', () => element && draw());
  on('graph', () => {
    element = null;
    draw();
  });
}
