// The transitions that a debugger forces or suppresses: the head names them, and ends them.

import { command } from './command.js';
import { $, text } from './dom.js';
import { transitionText } from './model.js';
import { on, state } from './state.js';

const WORDS = { force: 'forced', suppress: 'suppressed' };

// Returns a text for transitions that are changed; empty if there are none.
export const sentence = (overrides) => overrides.map(({ skill, transition, action, once }) => (
  `${skill}: ${transitionText(skill, transition)} is ${WORDS[action]}${once ? ' once' : ''}`)).join('; ');

// Ends all of them.
export async function end() {
  for (const { skill, machine, transition } of state.view?.overrides ?? []) {
    await command('/api/override', { skill, machine, transition, action: 'clear' });
  }
}

export function start() {
  on('view', ({ overrides }) => {
    $('#changed').hidden = overrides.length === 0;
    text($('#changed-text'), sentence(overrides));
  });
  $('#changed-end').addEventListener('click', end);
}
