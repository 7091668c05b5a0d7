// The time of a recording: back and forth.

import { canCommand, command } from './command.js';
import { $$, $ } from './dom.js';
import { on, state } from './state.js';

// The time that was chosen, until the recording is there.
let wanted = null;
let waiting = false;

export const range = () => state.description?.can.seek ?? null;

async function go() {
  if (waiting || wanted === null) return;
  waiting = true;
  const time_sec = wanted;
  await command('/api/debug', { command: 'seek', time_sec });
  waiting = false;
  // Another time was chosen in the meantime.
  if (wanted === time_sec) wanted = null;
  else go();
}

// Goes to a time of the recording.
export function seek(time_sec) {
  const limits = range();
  if (!limits || !canCommand('debugger')) return;
  wanted = Math.min(Math.max(time_sec, limits[0]), limits[1]);
  go();
}

// Moves by a number of seconds.
export const move = (by_sec) => seek((wanted ?? state.view?.time_sec ?? 0) + by_sec);

export function start() {
  on('description', () => {
    $('#transport').hidden = !range();
  });
  for (const button of $$('#transport [data-move]')) {
    button.addEventListener('click', () => move(Number(button.dataset.move)));
  }
}
