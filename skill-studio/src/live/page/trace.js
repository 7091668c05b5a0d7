// The trace and the log, by time. A click on a transition shows it in the graph.

import { $, h } from './dom.js';
import { reveal } from './graph.js';
import { on, select, state } from './state.js';
import { isOpen } from './tabs.js';
import { entries } from './run.js';

const ROWS = 600;
let isDirty = false;

const time = (value) => value.toFixed(3).padStart(8, '\u2007');

function rows() {
  const words = $('#trace-filter').value.trim().toLowerCase();
  const matches = ({ text, skill = '', kind = 'log' }) => !words || `${text} ${skill} ${kind}`.toLowerCase().includes(words);
  const list = [];
  if ($('#trace-show').checked) entries.forEach((entry) => matches(entry) && list.push([entry.time_sec, entry]));
  if ($('#log-show').checked) state.log.forEach((line) => matches(line) && list.push([line.time_sec, line]));
  return list.sort(([a], [b]) => a - b).slice(-ROWS);
}

function row([at, of]) {
  const isTrace = of.number !== undefined;
  const content = [h('span.num.quiet', {}, time(at)), h('span.kind', {}, isTrace ? of.kind.replaceAll('_', ' ') : 'log'), h('span.text', {}, of.text)];
  if (isTrace && of.transition !== null && of.transition !== undefined) {
    return h(`li.${of.kind}`, {}, h('button.entry', { type: 'button', 'data-number': of.number, 'data-layer': of.layer, title: `number ${of.number}: show it in the graph` }, content));
  }
  return h(`li.entry.${isTrace ? of.kind : 'log'}`, {}, content);
}

function draw() {
  isDirty = false;
  const list = $('#trace-list');
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const all = rows();
  list.replaceChildren(...(all.length ? all.map(row) : [h('li.entry.quiet', {}, 'nothing yet')]));
  if (isAtEnd) list.scrollTop = list.scrollHeight;
}

// Draws at most once a frame, and only while the panel is open.
function later() {
  if (isDirty) return;
  isDirty = true;
  if (isOpen('trace')) requestAnimationFrame(draw);
}

export function start() {
  on('trace log session', later);
  on('tab', () => {
    if (!isOpen('trace')) return;
    draw();
    $('#trace-list').scrollTop = $('#trace-list').scrollHeight;
  });
  $('#trace-tools').addEventListener('input', draw);
  $('#trace-list').addEventListener('click', (event) => {
    const { number, layer } = event.target.closest('[data-number]')?.dataset ?? {};
    const entry = entries.find((each) => each.layer === layer && each.number === Number(number));
    if (!entry) return;
    const of = { skill: entry.skill, transition: entry.transition };
    select(of);
    reveal(of);
  });
}
