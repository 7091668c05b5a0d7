// What a debugger has changed: transitions and faults. A banner names them, and ends them all.

import { command } from './command.js';
import { $, text } from './dom.js';
import { transitionText } from './model.js';
import { on, state } from './state.js';

const count = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;

// Returns the words for a change of a transition.
export const overrideWords = ({ action, once }) => (action === 'suppress' ? 'is never taken' : once ? 'is taken once' : 'is always taken');

// Returns the words for a fault.
export function faultWords({ interface: id, kind, field, value }) {
  const words = { remove_writer: 'has no writer', stall: 'is stalled', refuse_messages: 'refuses messages' };
  return kind === 'set' ? `${id}.${field} is ${JSON.stringify(value)}` : `${id} ${words[kind] ?? kind}`;
}

// Returns a text for all that is changed; empty if nothing is.
export const sentence = ({ overrides, faults }) => [
  ...overrides.map((of) => `${of.skill}: ${transitionText(of.skill, of.transition)} ${overrideWords(of)}`),
  ...faults.map(faultWords)].join('; ');

// Ends all of them.
export async function end() {
  const { overrides = [], faults = [] } = state.view ?? {};
  for (const { skill, machine, transition } of overrides) {
    await command('/api/override', { skill, machine, transition, action: 'clear' });
  }
  for (const id of new Set(faults.map((of) => of.interface))) await command('/api/fault', { interface: id, kind: 'clear' });
}

export function start() {
  let last = '';
  on('view', (view) => {
    const { overrides, faults } = view;
    const now = JSON.stringify([overrides, faults]);
    if (now === last) return;
    last = now;
    $('#changed').hidden = overrides.length + faults.length === 0;
    const counts = [overrides.length && count(overrides.length, 'override'), faults.length && count(faults.length, 'fault')].filter(Boolean);
    text($('#changed-count'), `${counts.join(', ')}:`);
    text($('#changed-text'), sentence(view));
    $('#changed-text').title = sentence(view);
  });
  $('#changed-end').addEventListener('click', end);
}
