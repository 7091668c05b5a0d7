// The blackboard: each interface with its writer, its age and its queue, each field with its value
// and unit. A click on a field plots it.

import { $, actions, h, remember, remembered, text } from './dom.js';
import { prefill } from './faults.js';
import { seconds, shown } from './model.js';
import { isPlotted, plot } from './plot.js';
import { emit, on, state } from './state.js';

const PROBLEMS = ['no writer', 'stale', 'not valid'];
const isFaulty = (id) => state.view?.faults.some((of) => of.interface === id) ?? false;

// The parts of the table: id -> { of, section, problem, age, queue, values }. The rows of an interface
// are built when it is first seen, since a robot may have thousands of fields.
let rows = new Map();
let folded = new Set(remembered('board-folded', []));
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const { id } = target.dataset;
    if (!isIntersecting || !rows.has(id)) continue;
    rows.get(id).isSeen = true;
    fill(id);
  }
});

function build() {
  const interfaces = state.description?.interfaces ?? [];
  seen.disconnect();
  rows = new Map();
  $('#board-list').replaceChildren(...interfaces.map((of) => {
    const cells = { of, problem: h('span.problem'), age: h('span.num.age'), queue: h('span.num.queue'), values: null };
    cells.section = h('details.interface', { 'data-id': of.id, open: !folded.has(of.id) },
      h('summary', { title: of.interface.docs || null },
        h('b', {}, of.id), h('span.type', {}, of.interface.name), h('span.grow'), cells.problem,
        h('span.writer', { title: 'who writes it' }, of.writer ?? ''), cells.queue, cells.age));
    cells.section.style.setProperty('--rows', of.interface.fields.length);
    rows.set(of.id, cells);
    return cells.section;
  }));
  for (const { section } of rows.values()) seen.observe(section);
  if (!interfaces.length) $('#board-list').append(h('p.faint', {}, 'no interfaces'));
  filter();
  draw();
}

function fill(id) {
  const cells = rows.get(id);
  if (!cells?.section.open || cells.values) return;
  const { fields } = cells.of.interface;
  cells.values = fields.map(() => h('span.num'));
  cells.section.append(h('table', {}, h('tbody', {}, fields.map((field, index) => h('tr', { 'data-name': field.name.toLowerCase() },
    h('th', { scope: 'row' }, h('button.field', {
      type: 'button', 'data-do': 'plot', 'data-id': id, 'data-index': index, 'aria-pressed': String(isPlotted(id, index)),
      title: [`${field.name}: ${field.type_name}`, field.docs, 'Click to plot.'].filter(Boolean).join('\n'),
    }, field.name)),
    h('td', {}, cells.values[index]), h('td.unit', {}, field.unit),
    h('td', {}, h('button.set', {
      type: 'button', 'data-do': 'set', 'data-id': id, 'data-field': field.name, 'aria-label': `set ${field.name}`, title: 'Set it, as a fault',
    }, 'set')))))));
  draw();
}

function draw() {
  const { board } = state;
  for (const of of board?.interfaces ?? []) {
    const cells = rows.get(of.id);
    if (!cells) continue;
    text(cells.problem, [of.problem, isFaulty(of.id) && 'fault'].filter(Boolean).join(', '));
    text(cells.age, of.age_sec === null ? '–' : seconds(of.age_sec));
    text(cells.queue, of.overflows > 0 ? `${of.queued} queued, ${of.overflows} lost` : of.queued > 0 ? `${of.queued} queued` : '');
    cells.section.classList.toggle('bad', PROBLEMS.includes(of.problem) || isFaulty(of.id));
    // Nobody sees the values of a folded interface.
    if (!cells.section.open || !cells.values) continue;
    of.values.forEach((value, index) => cells.values[index] && text(cells.values[index], shown(value)));
  }
  if ($('#board-problems').checked) filter();
}

// Hides interfaces and fields that do not contain each word of the filter.
function filter() {
  const words = $('#board-filter').value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const onlyBad = $('#board-problems').checked;
  let count = 0;
  for (const [id, { section }] of rows) {
    const name = `${id} ${section.querySelector('.type').textContent}`.toLowerCase();
    const rest = words.filter((word) => !name.includes(word));
    if (rest.length > 0 && rows.get(id).section.open) fill(id);
    let any = rest.length === 0;
    for (const row of section.querySelectorAll('tr')) {
      const matches = rest.every((word) => row.dataset.name.includes(word));
      row.hidden = !matches;
      any ||= matches;
    }
    section.hidden = !any || (onlyBad && !section.classList.contains('bad'));
    count += section.hidden ? 0 : 1;
  }
  $('#board-none').hidden = count > 0 || rows.size === 0;
}

export function start() {
  on('description', build);
  on('board', draw);
  on('session', draw);
  on('plots', () => {
    for (const button of $('#board-list').querySelectorAll('.field')) {
      button.setAttribute('aria-pressed', String(isPlotted(button.dataset.id, Number(button.dataset.index))));
    }
  });
  $('#board-filter').addEventListener('input', filter);
  $('#board-problems').addEventListener('change', filter);
  actions($('#board'), {
    plot: (button) => plot(button.dataset.id, Number(button.dataset.index)),
    set: (button) => prefill(button.dataset.id, button.dataset.field),
    fold: () => {
      const isAnyOpen = [...rows.values()].some(({ section }) => section.open);
      for (const { section } of rows.values()) section.open = !isAnyOpen;
      draw();
    },
  });
  $('#board-list').addEventListener('toggle', (event) => {
    const { id } = event.target.dataset;
    // A section that is built open is toggled, too.
    if (event.target.open !== folded.has(id)) return;
    if (event.target.open) folded.delete(id);
    else folded.add(id);
    remember('board-folded', [...folded]);
    if (rows.get(id)?.isSeen) fill(id);
    draw();
  }, true);
  emit('plots');
}
