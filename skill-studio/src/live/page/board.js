// The blackboard: the interfaces that the active skill reads first, each with its writer and its age,
// each field with its value and unit.

import { $, actions, calmly, h, put, remember, remembered, s, text } from './dom.js';
import { prefill } from './faults.js';
import { find, seconds, shown } from './model.js';
import { isPlotted, plot } from './plot.js';
import { emit, on, state } from './state.js';

const PROBLEMS = ['no writer', 'stale', 'not valid'];
// An interface that is younger is fresh: its age says nothing.
const FRESH_SEC = 0.5;
const isFaulty = (id) => state.view?.faults.some((of) => of.interface === id) ?? false;

// The parts of the table: id -> { of, section, problem, age, queue, values, lines }. The rows of an
// interface are built when it is first seen, since a robot may have thousands of fields.
let rows = new Map();
// What was opened or folded by hand: id -> whether it is open.
const byHand = new Map(Object.entries(remembered('board-open', {})));
let order = '';
const heading = h('p.group-name');
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    const { id } = target.dataset;
    if (!isIntersecting || !rows.has(id)) continue;
    rows.get(id).isSeen = true;
    fill(id);
  }
});

// Returns the skills that are active, the innermost first.
const activeSkills = () => [...new Set((state.view?.active ?? []).map((of) => of.skill))].reverse();

// Returns the ids of the interfaces that the active skills read, those of the innermost first.
const readHere = () => [...new Set(activeSkills().flatMap((name) => find(name)?.interfaces ?? []).map((of) => of.id))];

// Returns the fields that guards of the innermost state compare: `id.field`.
function compared() {
  const machine = state.why?.machines.filter((of) => of.state !== null).at(-1);
  const uses = find(machine?.skill)?.interfaces ?? [];
  const names = new Set();
  const visit = (part) => {
    for (const [name] of part.values) {
      const [variable, field] = name.split('.');
      const use = uses.find((of) => of.variable === variable);
      if (use && field) names.add(`${use.id}.${field}`);
    }
    part.parts.forEach(visit);
  };
  machine?.transitions.forEach((of) => of.conditions.forEach(visit));
  return names;
}

function build() {
  const interfaces = state.description?.interfaces ?? [];
  seen.disconnect();
  order = '';
  rows = new Map();
  for (const of of interfaces) {
    const cells = { of, problem: h('span.problem'), age: h('span.num.age'), queue: h('span.num.queue'), values: null, lines: [] };
    cells.section = h('details.interface', { 'data-id': of.id },
      h('summary', { title: of.interface.docs || null },
        h('b', {}, of.id), h('span.type', {}, of.interface.name === of.id ? '' : of.interface.name), h('span.grow'), cells.problem,
        h('span.writer', { title: 'who writes it' }, of.writer ?? ''), cells.queue, cells.age));
    cells.section.style.setProperty('--rows', of.interface.fields.length);
    rows.set(of.id, cells);
  }
  arrange();
  for (const { section } of rows.values()) seen.observe(section);
  if (!interfaces.length) $('#board-list').replaceChildren(h('p.quiet', {}, 'no interfaces'));
  filter();
  draw();
}

// Puts what the active skills read on top, opened; the others are below, folded.
function arrange() {
  const read = readHere();
  const now = JSON.stringify([read, activeSkills()[0] ?? null]);
  if (now === order || rows.size === 0) return;
  order = now;
  const rest = [...rows.keys()].filter((id) => !read.includes(id));
  const name = activeSkills()[0];
  text(heading, name && read.length ? `Not read by ${name}` : 'Interfaces');
  for (const id of rows.keys()) {
    const isRead = read.includes(id);
    show(id, byHand.get(id) ?? (isRead || read.length === 0));
  }
  const sections = (ids) => ids.filter((id) => rows.has(id)).map((id) => rows.get(id).section);
  $('#board-list').replaceChildren(...sections(read), heading, ...sections(rest));
  for (const [id, { isSeen }] of rows) if (isSeen) fill(id);
}

// Opens or folds an interface, which is not by hand.
function show(id, isShown) {
  const cells = rows.get(id);
  cells.isShown = isShown;
  cells.section.open = isShown;
}

function fill(id) {
  const cells = rows.get(id);
  if (!cells?.section.open || cells.values) return;
  const { fields } = cells.of.interface;
  cells.values = fields.map(() => h('span.num'));
  cells.lines = fields.map((field, index) => h('tr', { 'data-name': field.name.toLowerCase() },
    h('th', { scope: 'row', title: [`${field.name}: ${field.type_name}`, field.docs].filter(Boolean).join('\n') }, h('span.field-name', {}, field.name)),
    h('td', {}, cells.values[index]), h('td.unit', {}, field.unit),
    h('td.tools-cell', {},
      h('button.set', { type: 'button', 'data-do': 'set', 'data-id': id, 'data-field': field.name, 'aria-label': `set ${field.name}`, title: 'Set it, as a fault' }, 'set'),
      h('button.field', { type: 'button', 'data-do': 'plot', 'data-id': id, 'data-index': index, 'aria-pressed': String(isPlotted(id, index)), 'aria-label': `plot ${field.name}`, title: 'Plot it on the time line' }, s('svg', { viewBox: '0 0 14 14', 'aria-hidden': 'true' }, s('path', { d: 'M1 12V1M1 12H13M3 9 6 5 9 7 12 2' }))))));
  cells.section.append(h('table', {}, h('tbody', {}, cells.lines)));
  draw();
}

function draw() {
  const { board } = state;
  const marked = compared();
  for (const of of board?.interfaces ?? []) {
    const cells = rows.get(of.id);
    if (!cells) continue;
    text(cells.problem, [of.problem, isFaulty(of.id) && 'fault'].filter(Boolean).join(', '));
    text(cells.age, of.age_sec === null ? '–' : of.age_sec < FRESH_SEC ? '' : seconds(of.age_sec));
    put(cells.age, 'title', of.age_sec === null ? 'never written' : of.age_sec < FRESH_SEC ? 'fresh' : `${seconds(of.age_sec)} old`);
    text(cells.queue, of.overflows > 0 ? `${of.queued} queued, ${of.overflows} lost` : of.queued > 0 ? `${of.queued} queued` : '');
    cells.section.classList.toggle('bad', PROBLEMS.includes(of.problem) && !isFaulty(of.id));
    cells.section.classList.toggle('mine', isFaulty(of.id));
    // Nobody sees the values of a folded interface.
    if (!cells.section.open || !cells.values) continue;
    of.values.forEach((value, index) => cells.values[index] && text(cells.values[index], shown(value)));
    cells.lines.forEach((line, index) => line.classList.toggle('compared', marked.has(`${of.id}.${cells.of.interface.fields[index].name}`)));
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
    const { fields } = rows.get(id).of.interface;
    // A folded interface opens if a field of it is wanted.
    if (rest.length > 0 && fields.some((field) => rest.every((word) => field.name.toLowerCase().includes(word)))) {
      show(id, true);
      fill(id);
    }
    let any = rest.length === 0;
    for (const row of section.querySelectorAll('tr')) {
      const matches = rest.every((word) => row.dataset.name.includes(word));
      row.hidden = !matches;
      any ||= matches;
    }
    const isBad = section.classList.contains('bad') || section.classList.contains('mine');
    section.hidden = !any || (onlyBad && !isBad);
    count += section.hidden ? 0 : 1;
  }
  heading.hidden = words.length > 0 || onlyBad;
  $('#board-none').hidden = count > 0 || rows.size === 0;
}

export function start() {
  on('description', build);
  on('view', arrange);
  on('board', calmly(draw));
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
    if (!rows.has(id)) return;
    // The events of what the page opens come later.
    if (event.target.open !== rows.get(id).isShown) {
      rows.get(id).isShown = event.target.open;
      byHand.set(id, event.target.open);
      remember('board-open', Object.fromEntries(byHand));
    }
    if (rows.get(id).isSeen) fill(id);
    draw();
  }, true);
  emit('plots');
}
