// The parameters of skills and agents: a slider or a field for each, and its default.

import { command } from './command.js';
import { $, actions, h, text } from './dom.js';
import { all } from './model.js';
import { on, state } from './state.js';

const ID = 'Parameters';

// The rows: name -> { param, slider, field, reset, shown }.
let rows = new Map();

// Returns the value that a word represents.
function decode(type, word) {
  if (type === 'bool') return word === 1;
  if (type.startsWith('u')) return word;
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, word);
  return type === 'f32' ? Number(bytes.getFloat32(0).toPrecision(7)) : bytes.getInt32(0);
}

// Returns the width of a step of the slider: a hundredth of the range, or so.
function step(param, low, high) {
  if (param.type !== 'f32') return 1;
  return 10 ** Math.floor(Math.log10((high - low) / 100));
}

const isWithin = ({ range }, value) => !range || ((range.low === null || value >= range.low)
  && (range.high === null || value < range.high || (range.inclusive && value === range.high)));

function row(skill, param) {
  const name = `${skill.name}.${param.name}`;
  const { low, high } = param.range ?? {};
  const label = `${name}, ${param.type}${param.unit && ` in ${param.unit}`}`;
  const common = { 'data-needs': 'params', 'data-name': name, 'data-do': 'set', 'aria-label': label };
  const isBool = param.type === 'bool';
  const hasRange = Number.isFinite(low) && Number.isFinite(high);
  const slider = hasRange && h('input', { ...common, type: 'range', min: low, max: high, step: step(param, low, high), 'aria-label': `slider of ${label}` });
  const field = isBool ? h('input', { ...common, type: 'checkbox' })
    : h('input.num', { ...common, type: 'number', min: low ?? null, max: high ?? null, step: param.type === 'f32' ? 'any' : 1 });
  const reset = h('button.small', { type: 'button', 'data-needs': 'params', 'data-name': name, 'data-do': 'reset', title: `Its default, ${param.default}` }, 'default');
  const docs = [param.docs, param.range && `Range: ${param.range.text || `${low ?? ''} to ${high ?? ''}`}`].filter(Boolean).join('\n');
  rows.set(name, { param, slider, field, reset, shown: null });
  return h('tr', { title: docs || null }, h('th', { scope: 'row' }, param.name), h('td.slide', {}, slider), h('td', {}, field), h('td.unit', {}, param.unit), h('td', {}, reset));
}

function build() {
  rows = new Map();
  const skills = all().filter((skill) => skill.params?.length);
  $('#params-list').replaceChildren(...skills.map((skill) => h('section', {}, h('h3', {}, skill.name),
    h('table', {}, h('tbody', {}, skill.params.map((param) => row(skill, param)))))));
  const can = state.description?.interfaces.some((of) => of.id === ID);
  text($('#params-none'), !skills.length ? 'No skill has parameters.'
    : can ? '' : 'The blackboard has no parameters: they are constants.');
  $('#params-none').hidden = Boolean(skills.length && can);
  document.dispatchEvent(new Event('page-drawn'));
  draw();
}

function show(cells, value) {
  cells.shown = value;
  if (cells.field.type === 'checkbox') cells.field.checked = value;
  else cells.field.value = value;
  if (cells.slider) cells.slider.value = value;
}

// Shows the values, but not that of a field that is being edited.
function draw() {
  const set = new Map(state.board?.interfaces.find((of) => of.id === ID)?.values[0] ?? []);
  for (const cells of rows.values()) {
    const { param, field, reset } = cells;
    let value = decode(param.type, set.get(param.key) ?? param.default_word);
    // What is no value of it counts as little as on the robot.
    if (!isWithin(param, value)) value = decode(param.type, param.default_word);
    reset.hidden = !set.has(param.key);
    if (value !== cells.shown && field !== document.activeElement) show(cells, value);
  }
}

// Sends a value, and shows the one that counts from now on: what the server refuses, as it was. The
// blackboard that is here may be older.
async function set(name, value) {
  const answer = await command('/api/params', { name, value });
  const cells = rows.get(name);
  if (answer && cells) show(cells, answer.value);
  else if (cells) show(cells, cells.shown);
}

export function start() {
  on('description', build);
  on('board', () => draw());
  actions($('#params'), {
    set: (input) => {
      const { name } = input.dataset;
      if (input.type === 'checkbox') set(name, input.checked);
      else if (input.value !== '') set(name, Number(input.value));
    },
  }, 'change');
  actions($('#params'), {
    set: (input) => {
      // While it is moved, the number goes along.
      if (input.type === 'range') rows.get(input.dataset.name).field.value = input.value;
    },
  }, 'input');
  actions($('#params'), { reset: ({ dataset }) => set(dataset.name, null) });
}
