// The head of the page: the program, the connection, the skiller's status, the time.

import { age, BEHIND_MS, isStale, STALE_MS } from './age.js';
import { hasControl, readOnly } from './api.js';
import { $, calmly, put, text } from './dom.js';
import { seconds } from './model.js';
import { freeze, on, state } from './state.js';
import { range } from './seek.js';

// The age that is shown is that of now.
const REDRAW_MS = 200;

// Returns the connection and what the program says of itself, the most important first.
function connection() {
  const { view } = state;
  if (state.link === 'connecting') return ['connecting', 'wait'];
  if (state.link === 'lost') return [state.refusal?.isFinal ? 'failed' : 'lost, reconnecting', 'bad'];
  if (view?.lost) return ['source lost', 'bad'];
  if (state.frozen) return ['frozen', 'wait'];
  if (view?.paused) return ['paused', 'wait'];
  if (view && !view.alive) return ['not passing', 'bad'];
  return ['live', 'good'];
}

// Returns the state of the connection: what is shown can be old in each of them.
function link() {
  const [label, kind] = connection();
  const age_ms = age();
  if (kind === 'bad' || state.frozen || state.link !== 'open') return [label, kind];
  if (age_ms === null) return ['connecting', 'wait'];
  if (age_ms > STALE_MS) return [`stale: ${seconds(age_ms / 1000)} old`, 'bad'];
  if (age_ms > BEHIND_MS) return [`${seconds(age_ms / 1000)} behind`, 'wait'];
  return [label, kind];
}

// Returns why nothing comes any more.
function lost() {
  const { refusal } = state;
  if (refusal?.needs) return 'This robot is shown with a token only: open its address with #token=TOKEN at its end.';
  if (refusal?.isFinal) return `${refusal.message}. Start the robot again, or reload the page.`;
  if (refusal) return `${refusal.message}. The page tries again by itself.`;
  return 'The program is gone. This is the last that was seen; the page connects again by itself.';
}

function draw() {
  const { view, description } = state;
  const [label, kind] = link();
  text($('#link'), label);
  put($('#link'), 'className', `link ${label === 'paused' ? 'paused' : kind}`);
  const age_ms = age();
  text($('#age'), label === 'live' && age_ms !== null ? `${(age_ms / 1000).toFixed(1)} s` : '');
  put($('#link'), 'title', view?.lost ?? view?.stopped ?? '');
  document.body.classList.toggle('stale', state.link === 'lost' || Boolean(view?.lost) || isStale());
  put($('#lost'), 'hidden', !(state.link === 'lost' || view?.lost));
  text($('#lost'), state.link === 'lost' ? lost() : `${view?.lost ?? ''} This is the last that was seen.`);
  put($('#said'), 'hidden', !view?.notice || state.link === 'lost');
  text($('#said'), view?.notice ?? '');
  const reason = readOnly();
  put($('#read-only'), 'hidden', state.link !== 'open' || reason === null);
  put($('#read-only'), 'title', reason ?? '');
  if (description) {
    text($('#robot'), description.robot);
    text($('#space'), description.space);
    const name = view?.skiller.skill ?? description.space;
    if (document.title !== `${name} · ${description.robot}`) document.title = `${name} · ${description.robot}`;
  }
  if (!view) return;
  const { skiller } = view;
  text($('#status'), skiller.present ? skiller.status : 'no skiller');
  put($('#status'), 'className', `badge ${skiller.present ? skiller.status : 'inactive'}`);
  text($('#called'), skiller.call || '–');
  put($('#called-line'), 'hidden', !skiller.call);
  put($('#status'), 'hidden', false);
  put($('#called'), 'title', skiller.call);
  // The sentence of a failure has its reason.
  const isSaid = state.why?.sentence?.tone === 'failed' && state.why.sentence.text.includes(skiller.error);
  const message = (isSaid ? '' : skiller.error) || (skiller.result && `result ${skiller.result}`);
  text($('#message'), message);
  put($('#message'), 'title', message);
  put($('#message'), 'className', skiller.error ? 'bad' : 'quiet');
  text($('#clock'), `${view.time_sec.toFixed(2)} s`);
  put($('#clock'), 'title', `pass ${view.pass}${range() ? ` of a recording of ${range()[1].toFixed(2)} s` : ''}`);
  const control = $('#control');
  const title = hasControl() ? 'This page has exclusive control; click to release it'
    : skiller.controller ? `Controller ${skiller.controller} has exclusive control` : 'Take exclusive control: others cannot call';
  put(control.dataset, 'title', title);
  if (!control.disabled) put(control, 'title', title);
}

export function start() {
  const redraw = calmly(draw);
  on('view description link session frozen', redraw);
  on('frozen', () => {
    $('#freeze').setAttribute('aria-pressed', String(state.frozen));
    $('#freeze').firstChild.data = state.frozen ? 'Show what is new' : 'Freeze the page';
  });
  $('#freeze').addEventListener('click', () => freeze(!state.frozen));
  setInterval(redraw, REDRAW_MS);
  draw();
}
