// The bar of the playground: which game, a skill by hand, a push, the score.

import { command, notice } from './command.js';
import { $, h, remember, remembered, text } from './dom.js';
import { download } from './export.js';
import { find } from './model.js';
import { options, recording, request, start } from './source.js';
import { on, state } from './state.js';
import { openTab } from './tabs.js';
import * as tour from './tour.js';

const AGENTS = [['striker', 'the striker plays'], ['naojoystick', 'a pilot with a joystick'], ['nobody', 'nobody: call skills yourself']];
const SCORE_MS = 200;

const bar = h('form.bar.play', { 'aria-label': 'game' },
  h('label', {}, 'Seed ', h('input', { id: 'seed', type: 'number', min: 0, max: 999999999, step: 1, value: options.seed, title: 'The same seed is the same game' })),
  h('select', { id: 'agent', 'aria-label': 'agent', title: 'Who calls the skills' }, AGENTS.map(([value, label]) => h('option', { value, selected: value === options.agent }, label))),
  h('label.calm', { title: 'Nobody pushes the robot, moves the ball or stalls a writer' }, h('input', { id: 'calm', type: 'checkbox', checked: options.calm }), ' calm'),
  h('button.main', { id: 'start', type: 'submit' }, 'Start'),
  h('span.divider'),
  h('select', { id: 'skills', 'aria-label': 'run a skill', title: 'Writes a call: Enter runs it. An agent calls skills, too: choose Only I command, or nobody' }),
  h('button', { id: 'push', type: 'button', title: 'Pushes the robot forward; drag it in the field for another direction', 'data-needs': 'scene' }, 'Push'),
  h('button', { id: 'tour-open', type: 'button', title: 'What is where, in six steps' }, 'Tour'),
  h('button', { id: 'recording', type: 'button', title: 'Saves the recording of the game so far: nao replay runs the skills on it again' }, 'Recording'),
  h('span.grow'),
  h('b.num', { id: 'score', role: 'status', 'aria-label': 'score' }));

async function restart() {
  const speed = state.view?.speed;
  const next = { seed: Number($('#seed').value), agent: $('#agent').value, calm: $('#calm').checked };
  const { status, text: answer } = await start(next);
  if (status !== 200) return void notice(JSON.parse(answer).message);
  const query = new URLSearchParams({ seed: next.seed, agent: next.agent, ...(next.calm && { calm: 1 }) });
  history.replaceState(null, '', `?${query}`);
  if (speed !== undefined && speed !== 1) await command('/api/debug', { command: 'speed', factor: speed });
  return score();
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
  download(new Blob([bytes], { type: 'application/octet-stream' }), `${options.agent}-${options.seed}.mcap`);
}

async function score() {
  try {
    const game = await (await request('/play/game')).json();
    bar.dataset.game = JSON.stringify(game);
    text($('#score'), `${game.score[0]} : ${game.score[1]}${game.report ? ' · over' : ''}`);
  } catch { /* the page shows that the game is gone */ }
}

document.body.prepend(bar);
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
setInterval(score, SCORE_MS);
// The picture of the start is there until the game runs.
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
