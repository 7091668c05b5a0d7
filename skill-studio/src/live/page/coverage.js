// Coverage: how often each transition was taken, as colors of the graph.

import { $, text } from './dom.js';
import { shown, stateElement, transitionElements } from './graph.js';
import { find, machines } from './model.js';
import { on, state } from './state.js';

let isOn = false;
const marked = new Set();

function mark(element, isTaken, title) {
  element.classList.add(isTaken ? 'covered' : 'uncovered');
  if (title) element.dataset.taken = title;
  marked.add(element);
}

function clear() {
  for (const element of marked) {
    element.classList.remove('covered', 'uncovered');
    delete element.dataset.taken;
  }
  marked.clear();
}

function draw() {
  clear();
  document.body.classList.toggle('coverage', isOn);
  $('#coverage').setAttribute('aria-pressed', String(isOn));
  let [all, taken] = [0, 0];
  for (const { number, skill } of shown.name ? machines(shown.name) : []) {
    const { states, transitions } = find(skill).graph;
    const counts = state.coverage?.skills[skill] ?? [];
    const entered = new Set();
    transitions.forEach((transition, index) => {
      const count = counts[index] ?? 0;
      if (number === 0) [all, taken] = [all + 1, taken + (count > 0)];
      if (count > 0) [transition.from, transition.to].forEach((of) => entered.add(of));
      if (isOn) transitionElements(number, index).forEach((element) => mark(element, count > 0, `taken ${count} times`));
    });
    states.forEach((_, index) => {
      const element = isOn && stateElement(number, index);
      if (element) mark(element, entered.has(index));
    });
  }
  text($('#coverage'), isOn ? `Coverage ${taken} of ${all}` : 'Coverage: what was taken');
}

export function toggleCoverage() {
  isOn = !isOn && state.description?.can.coverage === true;
  draw();
}

export function start() {
  on('description', () => {
    $('#coverage').hidden = !state.description?.can.coverage;
  });
  on('coverage graph session', () => isOn && draw());
  $('#coverage').addEventListener('click', toggleCoverage);
}
