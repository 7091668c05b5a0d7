// The bar of the playground: the choices of a run, a skill by hand, a push, the recording, the state.

import { command, notice } from './command.js';
import { $, h, remember, remembered, text } from './dom.js';
import { download } from './export.js';
import { find } from './model.js';
import { choices, moment, options, ready, recording, refused, request, start } from './source.js';
import { on, state } from './state.js';
import { reconnect } from './stream.js';
import { openTab } from './tabs.js';
import * as tour from './tour.js';

const STATE_MS = 200;

await ready();

// Returns the control of a choice.
function control({ name, label, about, control: kind, max, values }) {
  const [value, id] = [options[name], `play-${name}`];
  if (kind === 'one_of') return h('select', { id, 'aria-label': label || name, title: about }, values.map(([each, words]) => h('option', { value: each, selected: each === value }, words)));
  if (kind === 'flag') return h('label.flag', { title: about }, h('input', { id, type: 'checkbox', checked: value }), ` ${label}`);
  return h('label', {}, `${label} `, h('input', { id, type: 'number', min: 0, max, step: 1, value, title: about }));
}

// Returns what the controls say.
const chosen = () => Object.fromEntries(choices.map(({ name, control: kind }) => {
  const of = $(`#play-${name}`);
  return [name, kind === 'flag' ? of.checked : kind === 'number' ? Number(of.value) : of.value];
}));

const bar = h('form.bar.play', { 'aria-label': 'run' },
  ...choices.map(control),
  h('button.main', { id: 'start', type: 'submit', title: 'Starts again from the begin' }, 'Start'),
  h('span.divider'),
  h('select', { id: 'skills', 'aria-label': 'run a skill', title: 'Writes a call: Enter runs it. An agent calls skills, too: choose Only I command, or nobody' }),
  h('button', { id: 'push', type: 'button', title: 'Pushes the robot forward; drag it in the field for another direction', 'data-needs': 'scene', hidden: true }, 'Push'),
  h('button', { id: 'tour-open', type: 'button', title: 'What is where' }, 'Tour'),
  h('button', { id: 'recording', type: 'button', title: 'Saves the recording of the run so far: the command replay of the robot runs the skills on it again' }, 'Recording'),
  h('span.grow'),
  h('b.num', { id: 'play-state', role: 'status', 'aria-label': 'state' }));

async function restart() {
  const speed = state.view?.speed;
  const { status, text: answer } = await start(chosen());
  // It had failed.
  if (state.link === 'lost') reconnect();
  if (status !== 200) return void notice(JSON.parse(answer).message);
  history.replaceState(null, '', `?${new URLSearchParams(moment())}`);
  if (speed !== undefined && speed !== 1) await command('/api/debug', { command: 'speed', factor: speed });
  return showState();
}

// Writes the call of a skill; completion shows its arguments.
function write(name) {
  const field = $('#call');
  const takesNone = (find(name)?.args ?? []).length === 0;
  field.value = takesNone ? `${name}{}` : `${name}{`;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
  if (!takesNone) field.dispatchEvent(new Event('input', { bubbles: true }));
}

function push() {
  const robot = state.scene?.shapes.find((shape) => shape.pushable);
  if (!robot) return;
  openTab('field');
  const heading = robot.heading_rad ?? 0;
  command('/api/push', { shape: robot.id, x_m: Math.cos(heading), y_m: Math.sin(heading) });
}

async function save() {
  const bytes = await recording();
  const name = [state.description?.robot, ...Object.values(moment())].filter(Boolean).join('-');
  download(new Blob([bytes], { type: 'application/octet-stream' }), `${name}.mcap`);
}

async function showState() {
  try {
    const { text: words, is_over: isOver } = await (await request('/play/state')).json();
    text($('#play-state'), [words, isOver && 'over'].filter(Boolean).join(' · '));
  } catch { /* the page shows that the robot is gone */ }
}

document.body.prepend(bar);
if (refused.length) notice(`the address asks for ${refused.join(', ')}, which cannot be had: see the bar above`);
tour.start();
$('#tour-open').addEventListener('click', tour.begin);
bar.addEventListener('submit', (event) => {
  event.preventDefault();
  restart();
});
$('#push').addEventListener('click', push);
$('#recording').addEventListener('click', save);
$('#skills').addEventListener('change', ({ target }) => {
  write(target.value);
  target.selectedIndex = 0;
});
on('description', () => {
  const names = state.description.skills.filter((skill) => !skill.agent).map((skill) => skill.name);
  $('#skills').replaceChildren(h('option', { value: '', disabled: true, selected: true }, 'Run a skill …'), ...names.map((name) => h('option', {}, name)));
});
setInterval(showState, STATE_MS);
on('scene', () => {
  $('#push').hidden = !state.scene.shapes.some((shape) => shape.pushable);
});
// The picture of the start is there until the robot runs.
let isWaiting = true;
on('view', () => {
  if (!isWaiting) return;
  isWaiting = false;
  $('#start-picture').remove();
  if (tour.isNew()) tour.begin();
});
// The first visit shows the field.
if (!remembered('played', false)) {
  remember('played', true);
  openTab('field');
}
