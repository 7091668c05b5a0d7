// Pinned fields: their past, which the time line shows on its axis. Of a robot that runs, the past of all
// fields is kept for a while, so that one that is pinned has it at once; of a recording, the program
// sends the part that is shown.

import { getJson } from './api.js';
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

// Returns the stretches of time in which the least and the greatest value of a boolean are the same.
function stretches(points) {
  const list = [];
  for (const [time, low, high] of points) {
    const last = list.at(-1);
    if (last) last[1] = time;
    if (!last || last[2] !== low || last[3] !== high) list.push([time, time, low, high]);
  }
  return list;
}

// Returns the pinned fields of this robot, with their interfaces.
const pinnedFields = () => (state.description?.interfaces ?? []).flatMap((of) => of.interface.fields
  .map((field, index) => ({ of, field, index, key: keyOf(of.id, field.name) }))
  .filter(({ key }) => pinned.includes(key)));

// In a recording: the parts of the pinned fields that the program has sent, by the key of the field.
const parts = new Map();
let request = 0;

// Requests the part of each pinned field that the time line shows, of a recording. Returns whether there is
// something new.
export async function loadPlots({ from_sec: from, to_sec: to }, width) {
  const number = ++request;
  const source = `${state.description.can.seek} ${from} ${to} ${width}`;
  const wanted = pinnedFields();
  for (const key of [...parts.keys()]) if (!wanted.some((of) => of.key === key)) parts.delete(key);
  let isNew = false;
  for (const { of, field, key } of wanted) {
    if (parts.get(key)?.source === source) continue;
    try {
      const query = new URLSearchParams({ interface: of.id, field: field.name, from, to, width });
      const { points } = await getJson(`/api/plot?${query}`);
      parts.set(key, { source, points });
    } catch {
      // A text has no plot.
      parts.set(key, { source, points: [] });
    }
    isNew = true;
    // Another part was requested meanwhile.
    if (number !== request) break;
  }
  return isNew;
}

// Returns the values of a field since the page was opened, as the points of a part.
function seen({ of, field, index }) {
  const names = of.interface.enums.find((each) => each.name === field.type_name)?.values.map((each) => each.name) ?? [];
  return past.map(({ time_sec: time, values }) => {
    const value = number(values.get(of.id)?.[index], names);
    return [time, value, value];
  });
}

// Returns the rows of the pinned fields of this robot.
export function plottedRows() {
  const isRecording = Boolean(state.description?.can.seek);
  return pinnedFields().map((pin) => {
    const { of, field, index, key } = pin;
    const newest = past.at(-1)?.values.get(of.id)?.[index];
    const points = isRecording ? parts.get(key)?.points ?? [] : seen(pin);
    const isBool = field.type_name === 'bool';
    let [low, high] = [Infinity, -Infinity];
    for (const [, least, most] of points) if (Number.isFinite(least)) [low, high] = [Math.min(low, least), Math.max(high, most)];
    return {
      label: key, interface: of.id, field: field.name, now: newest === undefined ? '–' : isBool ? plain(newest) : `${shown(newest)} ${field.unit}`,
      isBool, spans: isBool ? stretches(points) : [], points, low, high,
    };
  });
}

export function start() {
  on('session', () => {
    past = [];
  });
  // The program may come back with another recording.
  on('link', (link) => {
    if (link === 'lost') parts.clear();
  });
  on('board', (board) => {
    if (!board) return;
    // A robot's time goes forward; the past of a recording comes from the program.
    if (state.description?.can.seek || (past.length && board.time_sec < past.at(-1).time_sec)) past = [];
    past.push({ time_sec: board.time_sec, values: new Map(board.interfaces.map((of) => [of.id, of.values])) });
    const first = past.findIndex(({ time_sec: time }) => time >= board.time_sec - SPAN_SEC);
    past.splice(0, Math.max(first, past.length - MAX_BOARDS));
  });
}
