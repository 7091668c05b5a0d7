// Small plots of fields over the last minute. The past of all fields is kept, so a new plot
// has it at once.

import { $, actions, h, s, text } from './dom.js';
import { shown } from './model.js';
import { emit, on, state } from './state.js';

const SPAN_SEC = 60;
const [WIDTH, HEIGHT] = [400, 72];
const COLORS = 9;

// The newest boards, oldest first: { time_sec, values: id -> values }.
let past = [];
const plots = new Map();
const keyOf = (id, index) => `${id}/${index}`;

export const isPlotted = (id, index) => plots.has(keyOf(id, index));

// Adds or removes the plot of a field.
export function plot(id, index) {
  const key = keyOf(id, index);
  if (plots.has(key)) {
    plots.get(key).figure.remove();
    plots.delete(key);
  } else {
    const of = state.description.interfaces.find((each) => each.id === id);
    const field = of?.interface.fields[index];
    if (!field) return;
    const made = build(id, index, of, field);
    plots.set(key, made);
    $('#plots').append(made.figure);
    draw(made);
  }
  emit('plots');
}

function build(id, index, of, field) {
  const value = h('b.num');
  const [high, low, from] = [h('span.num'), h('span.num'), h('span.num')];
  const lines = s('g');
  const picture = s('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `${field.name} over the last minute` }, lines);
  // The values of an enum and of a boolean are drawn as steps at their places.
  const names = of.interface.enums.find((each) => each.name === field.type_name)?.values.map((each) => each.name) ?? [];
  const figure = h('figure.plot', {},
    h('figcaption', {}, h('span.grow', {}, `${id}.`, h('b', {}, field.name)), value, h('span.unit', {}, field.unit),
      h('button.small', { type: 'button', 'data-do': 'close', 'data-key': keyOf(id, index), 'aria-label': `close the plot of ${field.name}` }, '×')),
    h('div.chart', {}, picture, h('div.scale', {}, high, low)),
    h('div.axis', {}, from, h('span.num', {}, 'now')));
  return { id, index, names, figure, value, high, low, from, lines, field };
}

// Returns a value as numbers, one for each line of the plot.
function numbers(value, names) {
  if (Array.isArray(value)) return value.map((each) => numbers(each, names)[0]);
  if (typeof value === 'boolean') return [value ? 1 : 0];
  if (typeof value === 'number') return [value];
  const place = names.indexOf(value);
  return [place < 0 ? NaN : place];
}

function draw(of) {
  const end = past.at(-1)?.time_sec ?? 0;
  const newest = past.at(-1)?.values.get(of.id)?.[of.index];
  text(of.value, newest === undefined ? '–' : shown(newest));
  const points = past.map(({ time_sec: time, values }) => [time, numbers(values.get(of.id)?.[of.index] ?? NaN, of.names)]);
  const count = Math.min(COLORS, Math.max(1, ...points.map(([, list]) => list.length)));
  const finite = points.flatMap(([, list]) => list).filter(Number.isFinite);
  let [low, high] = [Math.min(...finite), Math.max(...finite)];
  const label = (value) => (of.names[value] ?? (typeof newest === 'boolean' ? String(value === 1) : shown(value)));
  text(of.high, finite.length ? label(high) : '');
  text(of.low, finite.length && high !== low ? label(low) : '');
  const begin = past[0]?.time_sec ?? end;
  text(of.from, `−${(end - begin).toFixed(0)} s`);
  if (high === low) [low, high] = [low - 1, high + 1];
  const x = (time) => (end === begin ? WIDTH : ((time - begin) / (end - begin)) * WIDTH);
  const y = (value) => HEIGHT - 3 - ((value - low) / (high - low)) * (HEIGHT - 6);
  const isStep = typeof newest !== 'number' && !Array.isArray(newest);
  while (of.lines.children.length < count) of.lines.append(s('path', { class: `series series-${of.lines.children.length}`, 'vector-effect': 'non-scaling-stroke' }));
  for (let line = 0; line < count; line += 1) {
    let path = '';
    let isDrawing = false;
    for (const [time, list] of points) {
      const value = list[line];
      if (!Number.isFinite(value)) {
        isDrawing = false;
        continue;
      }
      const at = `${x(time).toFixed(1)}`;
      path += isDrawing ? (isStep ? `H${at}V${y(value).toFixed(1)}` : `L${at} ${y(value).toFixed(1)}`) : `M${at} ${y(value).toFixed(1)}`;
      isDrawing = true;
    }
    of.lines.children[line].setAttribute('d', path);
  }
}

export function start() {
  on('session', () => {
    past = [];
  });
  on('board', (board) => {
    if (!board) return;
    // Another game has begun.
    if (past.length && board.time_sec < past.at(-1).time_sec) past = [];
    past.push({ time_sec: board.time_sec, values: new Map(board.interfaces.map((of) => [of.id, of.values])) });
    const first = past.findIndex(({ time_sec: time }) => time >= board.time_sec - SPAN_SEC);
    past.splice(0, Math.max(first, past.length - 1200));
    plots.forEach(draw);
  });
  on('description', () => {
    for (const [key, { id, index, field }] of plots) {
      const now = state.description.interfaces.find((of) => of.id === id)?.interface.fields[index];
      if (now?.name === field.name) continue;
      plots.get(key).figure.remove();
      plots.delete(key);
    }
    emit('plots');
  });
  actions($('#plots'), {
    close: (button) => {
      const { id, index } = plots.get(button.dataset.key);
      plot(id, index);
    },
  });
}
