// Pinned fields: their past, which the time line shows on its axis. The past of all fields is kept
// for a while, so that one that is pinned has it at once.

import { plain, shown } from './model.js';
import { emit, on, state } from './state.js';
import { remember, remembered } from './dom.js';

const SPAN_SEC = 600;
const MAX_BOARDS = 6000;

// The newest boards, oldest first: { time_sec, values: id -> values }.
let past = [];
let pinned = remembered('pinned', []);
const keyOf = (id, name) => `${id}.${name}`;
const fieldAt = (id, index) => state.description?.interfaces.find((of) => of.id === id)?.interface.fields[index];

export const isPlotted = (id, index) => pinned.includes(keyOf(id, fieldAt(id, index)?.name));

// Pins a field, or no longer.
export function plot(id, index) {
  const field = fieldAt(id, index);
  if (!field) return;
  const key = keyOf(id, field.name);
  pinned = pinned.includes(key) ? pinned.filter((of) => of !== key) : [...pinned, key];
  remember('pinned', pinned);
  emit('plots');
}

// Returns the value of a field as a number; NaN if it has none.
function number(value, names) {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return number(value[0], names);
  const place = names.indexOf(value);
  return place < 0 ? NaN : place;
}

// Returns the stretches of time with one value of a boolean.
function stretches(points) {
  const list = [];
  for (const [time, value] of points) {
    const last = list.at(-1);
    if (last && last[2] === (value === 1)) last[1] = time;
    else {
      if (last) last[1] = time;
      list.push([time, time, value === 1]);
    }
  }
  return list;
}

// Returns the rows of the pinned fields of this robot.
export function plottedRows() {
  const rows = [];
  for (const of of state.description?.interfaces ?? []) {
    of.interface.fields.forEach((field, index) => {
      if (!pinned.includes(keyOf(of.id, field.name))) return;
      const newest = past.at(-1)?.values.get(of.id)?.[index];
      const names = of.interface.enums.find((each) => each.name === field.type_name)?.values.map((each) => each.name) ?? [];
      const points = past.map(({ time_sec: time, values }) => [time, number(values.get(of.id)?.[index], names)]);
      const finite = points.map(([, value]) => value).filter(Number.isFinite);
      const isBool = typeof newest === 'boolean';
      rows.push({
        label: `${of.id}.${field.name}`, now: newest === undefined ? '–' : isBool ? plain(newest) : `${shown(newest)} ${field.unit}`,
        isBool, spans: isBool ? stretches(points) : [], points, low: Math.min(...finite), high: Math.max(...finite),
      });
    });
  }
  return rows;
}

export function start() {
  on('session', () => {
    past = [];
  });
  on('board', (board) => {
    if (!board) return;
    const isRecording = Boolean(state.description?.can.seek);
    // A robot's time goes forward; in a recording each part is as it is.
    if (past.length && board.time_sec < past.at(-1).time_sec) {
      if (!isRecording) past = [];
      else past = past.filter((of) => of.time_sec < board.time_sec);
    }
    past.push({ time_sec: board.time_sec, values: new Map(board.interfaces.map((of) => [of.id, of.values])) });
    const first = past.findIndex(({ time_sec: time }) => time >= board.time_sec - SPAN_SEC);
    past.splice(0, Math.max(first, past.length - MAX_BOARDS));
  });
}
