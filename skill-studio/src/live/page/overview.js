// The overview: a small map of a graph that is much larger than its frame, with the visible part as a box,
// which is moved by mouse and keyboard. There is none where most of it is visible.

import { $, s } from './dom.js';
import { view } from './graph.js';
import { on } from './state.js';

// A picture of which the frame shows more than this has no map, which would cover a part of it.
const MOST = 0.5;
// The part of the frame's sides that the map takes at most, and its sides in pixels. A graph that is much
// longer than wide is drawn wider.
const SHARE = 0.3;
const MAX_SIDE = 240;
const MIN_SIDE = 56;
// A frame with a smaller side is too small for a map, in pixels.
const MIN_FRAME = 240;
// The part of the visible part by which an arrow moves it.
const STEP = 0.25;

// The box of each state and machine of the picture, and the box of the visible part; none if there is no map.
let boxes = new Map();
let part = null;
let drawn = null;

const box = () => $('#overview');
const numbers = (element, names) => Object.fromEntries(names.map((name) => [name, element.getAttribute(name)]));

// Whether the picture is much larger than its frame.
function isNeeded() {
  const { picture, size, scale, frame: { clientWidth: width, clientHeight: height } } = view();
  if (picture === null || Math.min(width, height) < MIN_FRAME) return false;
  return Math.min(1, width / (size.width * scale)) * Math.min(1, height / (size.height * scale)) < MOST;
}

function draw(picture) {
  drawn = picture;
  boxes = new Map();
  const lines = [...picture.querySelectorAll('.transition > path:not(.head):not(.reach)')].map((of) => of.getAttribute('d'));
  for (const element of picture.querySelectorAll('.state, .machine, .box')) {
    const rect = element.querySelector('rect');
    boxes.set(element, s(element.matches('.composite') ? 'rect.outer' : 'rect', numbers(rect, ['x', 'y', 'width', 'height'])));
  }
  part = s('rect.part');
  const { transform } = picture.querySelector(':scope > g[transform]').attributes;
  box().replaceChildren(s('svg', { viewBox: picture.getAttribute('viewBox'), preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    s('g', { transform: transform.value }, [...boxes.values()], s('path', { d: lines.join('') })), part));
  mark();
}

// Marks the boxes of the states that are active in the picture.
function mark() {
  for (const [element, of] of boxes) of.classList.toggle('active', element.classList.contains('active'));
}

// Shows the map or hides it, and moves the visible part.
function show() {
  const isShown = isNeeded();
  if (box().hidden === isShown) box().hidden = !isShown;
  if (!isShown) {
    if (drawn) box().replaceChildren();
    [boxes, part, drawn] = [new Map(), null, null];
    return;
  }
  const { picture, size, frame } = view();
  if (drawn !== picture) draw(picture);
  const by = Math.min(Math.min(MAX_SIDE, SHARE * frame.clientWidth) / size.width, Math.min(MAX_SIDE, SHARE * frame.clientHeight) / size.height);
  const [width, height] = [size.width, size.height].map((side) => `${Math.round(Math.max(MIN_SIDE, side * by))}px`);
  if (box().style.width !== width) box().style.width = width;
  if (box().style.height !== height) box().style.height = height;
  const { x, y, width: wide, height: high } = view().part;
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const sides = { x: left, y: top, width: Math.max(0, Math.min(size.width, x + wide) - left), height: Math.max(0, Math.min(size.height, y + high) - top) };
  for (const [name, value] of Object.entries(sides)) part.setAttribute(name, value.toFixed(1));
}

// Returns the point of the picture below the pointer.
function pointAt(event) {
  const { left, top, width, height } = box().firstChild.getBoundingClientRect();
  const { size } = view();
  return { x: ((event.clientX - left) / width) * size.width, y: ((event.clientY - top) / height) * size.height };
}

function listen() {
  // Where the visible part was taken, from its middle.
  let taken = null;
  box().addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !part) return;
    box().setPointerCapture(event.pointerId);
    const at = pointAt(event);
    const { x, y, width, height } = view().part;
    const from = { x: at.x - x - width / 2, y: at.y - y - height / 2 };
    const isInside = Math.abs(from.x) <= width / 2 && Math.abs(from.y) <= height / 2;
    taken = isInside ? from : { x: 0, y: 0 };
    if (!isInside) view().center(at.x, at.y);
  });
  box().addEventListener('pointermove', (event) => {
    if (!taken || !part) return;
    const at = pointAt(event);
    view().center(at.x - taken.x, at.y - taken.y, false);
  });
  const end = () => { taken = null; };
  box().addEventListener('pointerup', end);
  box().addEventListener('pointercancel', end);
  box().addEventListener('wheel', (event) => {
    event.preventDefault();
    view().zoom(Math.exp(-event.deltaY * 0.0015), null, false);
  }, { passive: false });
  box().addEventListener('keydown', (event) => {
    const { x, y, width, height } = view().part;
    const { size } = view();
    const [middle, center] = [x + width / 2, y + height / 2];
    const to = {
      ArrowLeft: [middle - STEP * width, center], ArrowRight: [middle + STEP * width, center],
      ArrowUp: [middle, center - STEP * height], ArrowDown: [middle, center + STEP * height],
      PageUp: [middle, center - height], PageDown: [middle, center + height],
      Home: [0, 0], End: [size.width, size.height],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    view().center(...to);
  });
}

export function start() {
  view().moved = show;
  listen();
  on('graph', () => {
    show();
    mark();
  });
  on('view', mark);
}
