// A tour in six steps: what is where, for those who see the page for the first time.

import { $, h, remember, remembered } from './dom.js';
import { openTab } from './tabs.js';

const STEPS = [
  ['#answer', 'The sentence', 'What the robot waits for, and what happens then. Below it are the reasons: each guard with its values.'],
  ['#graph-panel', 'The skill that runs', 'Amber is now. Blue arrows were taken, in this order. Click a state or an arrow to break there.'],
  ['#rest', 'Its source', 'The file of the skill: the lines of the active states are marked, and go along.', () => openTab('source')],
  ['#dock', 'The time line', 'Which states were active when, with falls, goals and failures. Click it to hold the page, or choose a mark.', () => openTab('timeline')],
  ['#push', 'Disturb it', 'Push the robot, and see how it stands up again. In the field you can also move it and the ball.', () => openTab('field')],
  ['#start', 'Another game', 'The same seed is the same game. The menu copies a link to this very moment.'],
];

let step = 0;
let card = null;

function end() {
  card?.remove();
  card = null;
  document.querySelector('.toured')?.classList.remove('toured');
  remember('toured', true);
}

function place(target) {
  const at = target.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const right = at.right + 12 + width < innerWidth ? at.right + 12 : Math.max(16, Math.min(at.left, innerWidth - width - 16));
  const top = at.right + 12 + width < innerWidth ? at.top : at.bottom + 12 + height < innerHeight ? at.bottom + 12 : at.top - height - 12;
  card.style.left = `${right}px`;
  card.style.top = `${Math.max(16, Math.min(top, innerHeight - height - 16))}px`;
}

function show() {
  const [selector, title, text, prepare] = STEPS[step];
  document.querySelector('.toured')?.classList.remove('toured');
  prepare?.();
  const target = $(selector);
  target.classList.add('toured');
  const next = h('button', { type: 'button' }, step + 1 < STEPS.length ? 'Next' : 'Done');
  const close = h('button', { type: 'button' }, 'End the tour');
  card ??= document.body.appendChild(h('section', { id: 'tour', role: 'dialog', 'aria-label': 'tour' }));
  card.replaceChildren(h('h2', {}, `${step + 1} of ${STEPS.length}: ${title}`), h('p', {}, text), h('div.row', {}, close, next));
  next.addEventListener('click', () => {
    step += 1;
    if (step < STEPS.length) show();
    else end();
  });
  close.addEventListener('click', end);
  place(target);
  next.focus();
}

// Begins the tour.
export function begin() {
  step = 0;
  show();
}

export function start() {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !card) return;
    event.preventDefault();
    end();
  }, true);
  addEventListener('resize', () => card && place($(STEPS[step][0])));
}

// Whether this browser has never seen it.
export const isNew = () => !remembered('toured', false);
