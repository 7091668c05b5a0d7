// The time line: which states were active when, and what happened. A click goes there in a recording;
// of a robot that runs, it holds the page.

import { getJson } from './api.js';
import { $, actions, calmly, h, morph, put, remember, remembered, s, text } from './dom.js';
import { loadPlots, plottedRows } from './plot.js';
import { range, seek } from './seek.js';
import { freeze, on, state } from './state.js';
import { isOpen } from './tabs.js';
import { clock, colors, heightOf, nearest, paint } from './timeline_paint.js';

const FETCH_MS = 500;
const PAINT_MS = 200;
// A mark is not an event, so the past of a robot that runs is requested after this time at the latest.
const RENEW_MS = 2000;
const ZOOM = 1.25;
const MIN_SEC = 0.5;
export const MARKS = {
  failed: ['FAILED', 'M3 3 13 13M13 3 3 13', false],
  call: ['call', 'M4 2V14M4 3H13L10 6.5 13 10H4', false],
  fall: ['fall', 'M1 3H15L8 15Z', true],
  goal: ['goal', 'M8 1 15 8 8 15 1 8Z', true],
  lost: ['lost', 'M8 2.500A5.500 5.500 0 1 0 8.100 2.500M4 12 12 4', false],
  break: ['breakpoint', 'M8 2A6 6 0 1 0 8.1 2Z', true],
};

// The part that the program sent last, the part that is wanted, and the chosen moment of a live robot.
let part = null;
let shown = null;
let cursor = null;
let chosenKind = null;
let span = remembered('span', '90');
let isStale = true;
let asked_ms = -FETCH_MS;
let fetching = false;

const now = () => state.view?.time_sec ?? 0;
const isRecording = () => range() !== null;
// Whether the part moves with the time.
const isMoving = () => shown === null && !state.frozen;

// Returns the begin and the end of what is shown.
export function bounds() {
  if (shown) return shown;
  const limits = range() ?? [part?.first_sec ?? 0, Math.max(now(), part?.last_sec ?? 0)];
  if (span === 'whole') return [limits[0], Math.max(limits[1], limits[0] + MIN_SEC)];
  const length = Number(span);
  const end = isRecording() ? Math.max(limits[0] + length, Math.min(limits[1], now() + length / 2)) : Math.max(now(), length);
  return [end - length, end];
}

const width = () => Math.max(200, Math.round($('#time-picture').clientWidth));

// Requests the part that is shown, and as much before it, so that a moving one is not requested often.
async function load() {
  if (fetching || !state.description || !isOpen('timeline')) return;
  const [from, to] = bounds();
  const isInside = part && part.from_sec <= from && part.to_sec >= Math.min(to, part.last_sec)
    && part.to_sec - part.from_sec < 3 * (to - from);
  const now_ms = performance.now();
  const isOld = !isRecording() && isMoving() && now_ms - asked_ms > RENEW_MS;
  if (!isStale && !isOld && isInside) return;
  if (now_ms - asked_ms < FETCH_MS && isInside) return;
  [fetching, isStale, asked_ms] = [true, false, now_ms];
  try {
    const margin = span === 'whole' && !shown ? 0 : (to - from) / 2;
    const query = new URLSearchParams({ from: from - margin, to: to + margin, width: 2 * width() });
    part = await getJson(`/api/timeline?${query}`);
  } catch { /* it is requested again with the next event */ }
  fetching = false;
  draw();
  if (part && isRecording() && await loadPlots(part, 2 * width())) draw();
}

const later = calmly(() => {
  load();
  draw();
}, PAINT_MS);

const NAMES = { agent: () => part.rows[0]?.spans.at(-1)?.skill ?? 'agent', skill: () => 'skill', state: (row) => (row.depth === 0 ? 'state' : `sub-skill${row.side ? ` ${row.side + 1}` : ''}`) };

function draw() {
  if (!isOpen('timeline') || !part) return;
  const plots = plottedRows();
  put($('#time-none'), 'hidden', part.rows.length > 0 || part.marks.length > 0);
  morph($('#rows'), h('p', {}, 'marks'),
    part.rows.map((row) => h('p', { class: row.kind === 'agent' ? null : row.kind === 'skill' ? 'in' : 'deep' }, NAMES[row.kind](row))),
    plots.map((of) => h('p.plot', { title: of.label }, h('span', {}, of.field), h('span.num', {}, of.now), h('span.faint', {}, of.interface))));
  $('#dock').style.setProperty('--time', `${heightOf(part, plots)}px`);
  const at = isRecording() ? now() : cursor;
  paint($('#time-canvas'), { part, bounds: bounds(), end: state.frozen ? part.last_sec : now(), cursor: at, plots, isRecording: isRecording() });
  const picture = $('#time-picture');
  const [from, to] = range() ?? [part.first_sec, now()];
  const value = at ?? now();
  for (const [name, of] of Object.entries({ valuemin: from, valuemax: to, valuenow: value })) picture.setAttribute(`aria-${name}`, of.toFixed(2));
  picture.setAttribute('aria-valuetext', clock(value));
  drawMarks();
  put($('#now'), 'hidden', isRecording() ? shown === null : isMoving());
  text($('#now'), isRecording() ? 'Around this moment' : 'Back to now');
}

const icon = (kind) => s('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, s(MARKS[kind][2] ? 'path.solid' : 'path', { d: MARKS[kind][1] }));

function drawMarks() {
  const kinds = part.counts.map(([kind]) => kind);
  if (!kinds.includes(chosenKind)) chosenKind = kinds.includes('failed') ? 'failed' : kinds[0] ?? null;
  morph($('#marks'), part.counts.map(([kind, count]) => h(`button.m-${kind}`, {
    type: 'button', 'data-do': 'kind', 'data-kind': kind, 'data-key': kind, 'aria-pressed': String(kind === chosenKind), title: `Next goes to ${MARKS[kind][0]}`,
  }, icon(kind), h('span.word', {}, MARKS[kind][0]), ` ${count}`)));
  for (const button of ['#mark-before', '#mark-next']) put($(button), 'disabled', chosenKind === null);
  const label = chosenKind ? `Next ${MARKS[chosenKind][0]}` : 'Next';
  if ($('#mark-next').firstChild.data !== label) $('#mark-next').firstChild.data = label;
}

// Goes to a moment: in a recording all of the page does; of a robot that runs, the page is held.
function go(time_sec) {
  if (isRecording()) return seek(time_sec);
  if (!state.frozen) freeze(true);
  cursor = time_sec;
  shown ??= bounds();
  const [from, to] = shown;
  if (time_sec < from || time_sec > to) shown = [time_sec - (to - from) / 2, time_sec + (to - from) / 2];
  later();
  return undefined;
}

// Goes to the next mark of the chosen kind, or the one before.
export async function goToMark(isNext) {
  if (!chosenKind) return;
  const time = isRecording() ? now() : cursor ?? (isNext ? part.first_sec - 1 : now());
  const query = new URLSearchParams({ [isNext ? 'after' : 'before']: time, kind: chosenKind });
  try {
    const mark = await getJson(`/api/mark?${query}`);
    if (mark) {
      go(mark.time_sec);
      const length = bounds()[1] - bounds()[0];
      if (shown || span === 'whole') shown = null;
      if (isRecording() && length > 600) setSpan('90');
    }
  } catch { /* the program is gone, as the head says */ }
}

function setSpan(value) {
  span = value;
  shown = null;
  $('#span').value = value;
  remember('span', value);
  isStale = true;
  later();
}

export function backToNow() {
  [shown, cursor] = [null, null];
  if (state.frozen) freeze(false);
  later();
}

function zoom(factor, at) {
  const [from, to] = bounds();
  const middle = at ?? (from + to) / 2;
  const length = Math.max(MIN_SEC, (to - from) * factor);
  const before = (middle - from) / Math.max(to - from, 1e-9);
  shown = [middle - length * before, middle + length * (1 - before)];
  later();
}

function pan(by_sec) {
  const [from, to] = bounds();
  shown = [from + by_sec, to + by_sec];
  later();
}

const timeAt = (event) => {
  const { left, width: wide } = $('#time-picture').getBoundingClientRect();
  const [from, to] = bounds();
  return from + ((event.clientX - left) / wide) * (to - from);
};

function hover(event) {
  const box = $('#time-hover');
  const { left, top, width: wide } = $('#time-picture').getBoundingClientRect();
  const found = part && nearest(part, bounds(), { x: event.clientX - left, y: event.clientY - top, width: wide }, now());
  box.hidden = !found;
  if (!found) return;
  text(box, found);
  const x = event.clientX - left;
  box.style.left = x < wide / 2 ? `${x + 12}px` : 'auto';
  box.style.right = x < wide / 2 ? 'auto' : `${wide - x + 12}px`;
}

function listen() {
  const picture = $('#time-picture');
  let from = null;
  let moved = 0;
  picture.addEventListener('pointerdown', (event) => {
    from = { x: event.clientX, bounds: bounds() };
    moved = 0;
    picture.setPointerCapture(event.pointerId);
  });
  picture.addEventListener('pointermove', (event) => {
    if (!from) return hover(event);
    moved = Math.max(moved, Math.abs(event.clientX - from.x));
    if (moved < 5) return undefined;
    const [begin, end] = from.bounds;
    const by = ((from.x - event.clientX) / picture.clientWidth) * (end - begin);
    shown = [begin + by, end + by];
    return later();
  });
  picture.addEventListener('pointerup', (event) => {
    if (from && moved < 5) go(timeAt(event));
    from = null;
  });
  picture.addEventListener('pointercancel', () => { from = null; });
  picture.addEventListener('pointerleave', () => { $('#time-hover').hidden = true; });
  picture.addEventListener('wheel', (event) => {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan(((event.deltaX || event.deltaY) / 500) * (bounds()[1] - bounds()[0]));
    else zoom(Math.exp(event.deltaY * 0.0015), timeAt(event));
  }, { passive: false });
  picture.addEventListener('keydown', (event) => {
    const [begin, end] = bounds();
    const step = (end - begin) / 50;
    const at = isRecording() ? now() : cursor ?? now();
    const act = {
      ArrowLeft: () => go(at - step), ArrowRight: () => go(at + step), Home: () => go((range() ?? [part?.first_sec ?? 0])[0]), End: () => (isRecording() ? go(range()[1]) : backToNow()),
      PageUp: () => pan(begin - end), PageDown: () => pan(end - begin), '+': () => zoom(1 / ZOOM, at), '-': () => zoom(ZOOM, at),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
}

// Requests and paints what is shown again; returns the milliseconds that it takes.
export async function measure() {
  part = null;
  isStale = true;
  asked_ms = -FETCH_MS;
  const start_ms = performance.now();
  await load();
  $('#time-canvas').getContext('2d').getImageData(0, 0, 1, 1);
  return performance.now() - start_ms;
}

export function start() {
  $('#span').value = span;
  listen();
  const refresh = () => {
    isStale = true;
    later();
  };
  on('description', () => {
    if (isRecording() && remembered('span', null) === null) setSpan('whole');
    refresh();
  });
  on('session', () => {
    part = null;
    refresh();
  });
  on('entries log', refresh);
  on('view', () => (isMoving() || isRecording()) && later());
  on('frozen', () => {
    if (!state.frozen) [shown, cursor] = [null, null];
    later();
  });
  on('tab', later);
  on('plots', refresh);
  $('#span').addEventListener('change', (event) => setSpan(event.target.value));
  $('#now').addEventListener('click', backToNow);
  $('#mark-next').addEventListener('click', () => goToMark(true));
  $('#mark-before').addEventListener('click', () => goToMark(false));
  actions($('#marks'), {
    kind: ({ dataset }) => {
      chosenKind = dataset.kind;
      goToMark(true);
      draw();
    },
  });
  new ResizeObserver(() => later()).observe($('#time-picture'));
  new MutationObserver(() => {
    colors.clear();
    later();
  }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
}


