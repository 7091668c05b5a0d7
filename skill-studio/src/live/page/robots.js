// The robots of a run: a list with their numbers, teams and roles, and the choice of the one that the page shows.

import { $, calmly, h, morph, put } from './dom.js';
import * as source from './source.js';
import { on, state } from './state.js';
import { reconnect } from './stream.js';

// Returns the names of the robots; none if the robot is alone.
export const names = () => state.description?.run?.robots ?? [];

// Returns the name of the robot that the page shows.
export const chosen = () => state.description?.run?.name ?? null;

// Shows another robot.
export function choose(name) {
  if (!names().includes(name) || name === chosen()) return;
  source.choose(name);
  reconnect();
}

function fill() {
  const list = $('#robots');
  put(list, 'hidden', names().length === 0);
  morph(list, names().map((name) => h('option', { value: name, 'data-key': name }, name)));
  put(list, 'value', chosen() ?? '');
  draw();
}

function draw() {
  const shapes = names().map((name) => state.scene?.shapes.find((shape) => shape.id === name));
  const row = ({ id, fill: team, label }) => h(`button.shape.${/^\w+$/.test(team) ? team : 'other'}`, {
    type: 'button', 'data-do': 'choose', 'data-key': id, 'data-name': id, 'aria-pressed': String(id === chosen()),
  }, h('i'), h('b', {}, id), h('span', {}, label));
  const known = shapes.filter(Boolean);
  const teams = [...new Set(known.map((shape) => shape.fill))];
  morph($('#robot-list'), teams.map((team) => h('div', { 'data-key': team }, known.filter((shape) => shape.fill === team).map(row))));
}

export function start() {
  on('description', fill);
  on('scene tab', calmly(draw));
  $('#robots').addEventListener('change', ({ target }) => choose(target.value));
  $('#robot-list').addEventListener('click', ({ target }) => choose(target.closest('[data-name]')?.dataset.name));
}
