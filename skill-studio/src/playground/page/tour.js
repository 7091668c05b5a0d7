// A tour in a few steps: what is where, for those who see the page for the first time.

import { $, h, remember, remembered } from './dom.js';
import { state } from './state.js';
import { openTab } from './tabs.js';

const STEPS = [
  ['#answer', 'The sentence', 'What the robot waits for, and what happens then. Below it are the reasons: each guard with its values.'],
  ['#graph-panel', 'The skill that runs', 'Amber is now. Blue arrows were taken, in this order. Click a state or an arrow to break there.'],
  ['#rest', 'Its source', 'The file of the skill: the lines of the active states are marked, and go along.', () => openTab('source')],
  ['#dock', 'The time line', 'Which states were active when, with failures and lost inputs. Click it to hold the page, or choose a mark.', () => openTab('timeline')],
  ['#rest', 'Disturb it', 'Move what can be moved, push what can be pushed, and see what the robot does then.', () => openTab('field')],
  ['#start', 'Again', 'The same choices are the same run. The menu copies a link to this very moment.'],
];
// Without a world to see there is nothing to disturb.
const steps = () => STEPS.filter(([, title]) => title !== 'Disturb it' || state.scene);

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
  const all = steps();
  const [selector, title, text, prepare] = all[step];
  document.querySelector('.toured')?.classList.remove('toured');
  prepare?.();
  const target = $(selector);
  target.classList.add('toured');
  const next = h('button', { type: 'button' }, step + 1 < all.length ? 'Next' : 'Done');
  const close = h('button', { type: 'button' }, 'End the tour');
  card ??= document.body.appendChild(h('section', { id: 'tour', role: 'dialog', 'aria-label': 'tour' }));
  card.replaceChildren(h('h2', {}, `${step + 1} of ${all.length}: ${title}`), h('p', {}, text), h('div.row', {}, close, next));
  next.addEventListener('click', () => {
    step += 1;
    if (step < all.length) show();
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
  addEventListener('resize', () => card && place($(steps()[step][0])));
}

// Whether this browser has never seen it.
export const isNew = () => !remembered('toured', false);
