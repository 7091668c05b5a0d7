// The sentence above everything: what the robot waits for, how long, and what happens then. The
// program computes it.

import { $, calmly, h, morph, put, text } from './dom.js';
import { plain, seconds } from './model.js';
import { on, state } from './state.js';

// A screen reader hears another sentence at most this often.
const ANNOUNCE_MS = 4000;
let announced_ms = -ANNOUNCE_MS;
let timer = 0;

// Splits a text at backticks: what is between them is code.
export const rich = (value) => value.split('`').map((part, index) => (index % 2 ? h('code', {}, part) : part));

// Returns the kind of moment and the sentence, also while there is none of the program.
function current() {
  const { view, why } = state;
  if (!view) return { tone: 'idle', text: state.link !== 'lost' ? 'Connecting …' : state.refusal?.isFinal ? 'The robot has failed' : 'The program is gone', then: '' };
  if (view.seeking) {
    const { to_sec, known_sec } = view.seeking;
    return { tone: 'idle', text: `Goes to ${seconds(to_sec)}`, then: `it has run up to ${seconds(known_sec)}` };
  }
  if (why?.sentence?.text) return why.sentence;
  return { tone: 'idle', text: view.skiller.present ? 'Nothing was explained yet' : 'There is no skiller', then: '' };
}

function draw() {
  const of = current();
  const { view } = state;
  put($('#answer'), 'className', `answer ${of.tone}`);
  text($('#who'), [of.skill, of.state].filter(Boolean).join(' › '));
  text($('#who-time'), of.since_sec === null || of.since_sec === undefined ? '' : seconds(of.since_sec));
  const waited = of.waited_sec >= 1 && !of.meter ? `, for ${seconds(of.waited_sec)}` : '';
  morph($('#say'), rich(of.text), waited);
  put($('#meter'), 'hidden', !of.meter);
  if (of.meter) {
    const { elapsed, limit, passes } = of.meter;
    put($('#meter-bar'), 'max', Math.max(limit, 1e-9));
    $('#meter-bar').value = Math.min(elapsed, limit);
    text($('#meter-text'), passes ? `${elapsed} of ${limit} passes` : `${elapsed.toFixed(1)} of ${limit.toFixed(1)} s`);
  }
  morph($('#then'), rich(of.then ?? ''));
  morph($('#compared'), (of.values ?? []).filter(([, value]) => !value.includes('{')).map(([name, value]) => h('span', {}, h('code', {}, name), ' = ', h('b.num', {}, plain(value)))));
  announce();
}

// Says the sentence without the times in it, which change all the time.
function announce() {
  const now_ms = performance.now();
  clearTimeout(timer);
  if (now_ms - announced_ms < ANNOUNCE_MS) {
    timer = setTimeout(announce, announced_ms + ANNOUNCE_MS - now_ms);
    return;
  }
  const { tone, text: says, then } = current();
  const stable = `${says} ${then ?? ''}`.replaceAll('`', '').replace(/[\d.]+ of ([\d.]+ (s|passes))/g, '$1');
  if ($('#announce').textContent === stable || tone === 'idle') return;
  announced_ms = now_ms;
  text($('#announce'), stable);
}

export function start() {
  on('why view link session description', calmly(draw));
  draw();
}
