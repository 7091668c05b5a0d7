// The time of a recording: back and forth.

import { command, canCommand } from './command.js';
import { $, text } from './dom.js';
import { on, state } from './state.js';

// The time to which the slider was moved, until the recording is there.
let wanted = null;
let waiting = false;

async function go() {
  if (waiting || wanted === null) return;
  waiting = true;
  const time_sec = wanted;
  await command('/api/debug', { command: 'seek', time_sec });
  waiting = false;
  // It was moved on in the meantime.
  if (wanted === time_sec) wanted = null;
  else go();
}

function seek(time_sec) {
  const range = state.description?.can.seek;
  if (!range || !canCommand('debugger')) return;
  wanted = Math.min(Math.max(time_sec, range[0]), range[1]);
  go();
}

// Moves by a number of seconds.
export const move = (by_sec) => seek((wanted ?? state.view?.time_sec ?? 0) + by_sec);

export function start() {
  const slider = $('#time');
  on('description', () => {
    const range = state.description?.can.seek;
    $('#timeline').hidden = !range;
    if (!range) return;
    [slider.min, slider.max] = range;
    text($('#time-end'), `${range[1].toFixed(2)} s`);
  });
  on('view', (view) => {
    if (wanted === null) slider.value = view.time_sec;
    slider.setAttribute('aria-valuetext', `${view.time_sec.toFixed(2)} s`);
  });
  slider.addEventListener('input', () => seek(Number(slider.value)));
  for (const button of document.querySelectorAll('#timeline [data-move]')) {
    button.addEventListener('click', () => move(Number(button.dataset.move)));
  }
}
