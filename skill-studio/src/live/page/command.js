// Sends a command for a button, and shows the server's error.

import { readOnly, send } from './api.js';
import { $, $$, h, text } from './dom.js';
import { on, state } from './state.js';

let timer = 0;

// Shows a message for a while, at the same place each time.
export function notice(message, kind = 'error') {
  const place = $('#notice');
  place.className = kind;
  place.hidden = false;
  text($('#notice-text'), message);
  clearTimeout(timer);
  timer = setTimeout(() => {
    place.hidden = true;
  }, kind === 'error' ? 8000 : 3000);
}

// Sends; returns the answer, or null after the error was shown.
export async function command(path, body, method) {
  try {
    const answer = await send(path, body, method);
    if (answer.waits) notice(answer.waits, 'info');
    else $('#notice').hidden = true;
    return answer;
  } catch (error) {
    if (error.kind === 'controlled') offerSteal(error);
    else notice(error.message);
    return null;
  }
}

// Offers to take control from the client that has it.
function offerSteal(error) {
  notice(`${error.message} `);
  const steal = h('button.small', { type: 'button' }, 'Take control');
  $('#notice-text').append(steal);
  steal.addEventListener('click', async () => {
    if (await command('/api/control', { action: 'steal', lease: true })) notice('this page has control', 'info');
  });
}

// Enables the controls that work now; the title of the others is the reason. `data-needs` is
// 'changes', 'params', 'debugger', 'faults' or 'scene'.
export function enable() {
  for (const element of $$('[data-needs]')) {
    const reason = readOnly(element.dataset.needs);
    element.dataset.title ??= element.title;
    element.disabled = reason !== null;
    element.title = reason ?? element.dataset.title;
  }
}

export function start() {
  on('description link session', enable);
  let lost = null;
  on('view', (view) => {
    if (view.lost === lost) return;
    lost = view.lost;
    enable();
  });
  $('#notice-close').addEventListener('click', () => {
    $('#notice').hidden = true;
  });
  enable();
}

export const canCommand = (what = 'commands') => readOnly(what) === null && state.link === 'open';
