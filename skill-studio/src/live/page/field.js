// The field with robot and ball: a drag moves a shape; a drag with Shift, or of the dot in front
// of a robot, pushes it.

import { command, canCommand } from './command.js';
import { $, calmly, s, text } from './dom.js';
import { choose, chosen, names } from './robots.js';
import { on, state } from './state.js';
import { isOpen } from './tabs.js';

// One arrow key moves a shape by this, in meters.
const KEY_M = 0.1;
// A robot of a run that is dragged by less than this was clicked, in meters.
const CLICK_M = 0.06;
// The size of a number before it is scaled.
const NUMBER_PX = 20;
// A rectangle with a side below this has no outline, in meters.
const THIN_M = 0.1;
let drag = null;
const elements = new Map();

const degrees = (radians) => (radians * 180) / Math.PI;

// A robot without a height is round.
const isRound = ({ kind, height_m: height }) => kind === 'robot' && !height;

// Builds a shape around the origin, with its front along x; y is up on the field and down on the screen.
function build(shape) {
  const { kind, fill, movable, label, id, sign } = shape;
  const isRobot = names().includes(id);
  const group = s(`g.shape.${/^\w+$/.test(fill) ? fill : 'other'}`, { 'data-id': id });
  if (kind === 'circle' || isRound(shape)) group.append(s('circle'));
  else if (kind === 'line') group.append(s('line'));
  else group.append(s('rect'));
  // A number takes the place of the sign for the front; the dot is there.
  if (kind === 'robot') group.append(s('path.front', { visibility: sign ? 'hidden' : null }), s('circle.grip'));
  if (sign) group.append(s('text.number', { 'font-size': NUMBER_PX, y: NUMBER_PX * 0.36 }, sign));
  const name = isRobot ? `${id} ${label}` : label || id;
  if (movable || isRobot) {
    group.setAttribute('tabindex', '0');
    group.setAttribute('role', 'button');
    const keys = [isRobot && 'Enter chooses it', movable && 'drag or arrow keys move it'].filter(Boolean);
    group.setAttribute('aria-label', `${name}: ${keys.join(', ')}`);
    group.append(s('circle.reach'));
  }
  const how = [isRobot && 'click to choose', movable && 'drag to move', shape.pushable && 'Shift and drag to push'].filter(Boolean);
  if (how.length) group.append(s('title', {}, `${name}: ${how.join(', ')}`));
  else if (shape.believer) group.append(s('title', {}, `${shape.believer}: ${label}`));
  return group;
}

function place(group, shape) {
  const { kind, x_m: x, y_m: y, heading_rad: heading, width_m: width } = shape;
  const height = isRound(shape) ? width : shape.height_m;
  const set = (element, values) => Object.entries(values).forEach(([name, value]) => element.setAttribute(name, value));
  if (kind === 'line') {
    set(group.firstChild, { x1: x, y1: -y, x2: shape.x2_m, y2: -shape.y2_m, 'stroke-width': width || 0.05 });
    return;
  }
  group.setAttribute('transform', `translate(${x} ${-y}) rotate(${-degrees(heading || 0)})`);
  if (group.firstChild.nodeName === 'circle') set(group.firstChild, { r: width / 2 });
  else set(group.firstChild, { x: -width / 2, y: -height / 2, width, height, rx: kind === 'robot' ? width / 6 : 0 });
  if (kind === 'robot') {
    set(group.querySelector('.front'), { d: `M${width * 0.15} ${-height * 0.3}L${width * 0.45} 0L${width * 0.15} ${height * 0.3}` });
    set(group.querySelector('.grip'), { cx: width * 0.75, cy: 0, r: 0.05 });
  }
  const sign = group.querySelector('.number');
  // Upright, whatever the robot looks at. Browsers do not draw letters that are less than a pixel large.
  if (sign) set(sign, { transform: `rotate(${degrees(heading || 0)}) scale(${(0.8 * width) / NUMBER_PX})` });
  group.classList.toggle('chosen', shape.id === chosen());
  // A line as a rectangle.
  group.classList.toggle('thin', kind === 'rect' && Math.min(width, height) < THIN_M);
  group.querySelector('.reach')?.setAttribute('r', Math.max(width, height, 0.25) * 0.6);
}

function draw() {
  const { scene } = state;
  if (!isOpen('field') || !scene) return;
  const [x0, y0, x1, y1] = scene.bounds;
  const picture = $('#field-picture');
  picture.setAttribute('viewBox', `${x0} ${-y1} ${x1 - x0} ${y1 - y0}`);
  const seen = new Set();
  for (const shape of scene.shapes) {
    // Several shapes may have one name.
    let name = shape.id;
    while (seen.has(name)) name += '+';
    seen.add(name);
    const kind = `${shape.kind} ${shape.fill} ${shape.movable} ${names().includes(shape.id) ? shape.label : ''}`;
    let group = elements.get(name);
    if (group?.dataset.kind !== kind) {
      group?.remove();
      group = build(shape);
      group.dataset.kind = kind;
      elements.set(name, group);
      $('#field-shapes').append(group);
    }
    const isMoving = drag?.id === shape.id && !drag.isPush && drag.at;
    place(group, isMoving ? { ...shape, x_m: drag.at.x, y_m: drag.at.y } : shape);
  }
  for (const [name, group] of elements) {
    if (seen.has(name)) continue;
    group.remove();
    elements.delete(name);
  }
  text($('#field-text'), scene.text ?? '');
  $('#field-beliefs').hidden = !scene.shapes.some((shape) => shape.believer);
  $('#field-move').hidden = !scene.shapes.some((shape) => shape.movable);
  $('#field-push').hidden = !scene.shapes.some((shape) => shape.pushable);
}

function pointOf(event) {
  const matrix = $('#field-picture').getScreenCTM().inverse();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return { x, y: -y };
}

const shapeOf = (id) => state.scene?.shapes.find((shape) => shape.id === id);
const round = (value) => Math.round(value * 1000) / 1000;

function arrow(from, to) {
  const line = $('#field-arrow');
  line.setAttribute('visibility', from ? 'visible' : 'hidden');
  if (from) Object.entries({ x1: from.x, y1: -from.y, x2: to.x, y2: -to.y }).forEach(([name, value]) => line.setAttribute(name, value));
}

export function start() {
  const picture = $('#field-picture');
  on('scene tab', calmly(draw));
  on('session', () => {
    elements.forEach((group) => group.remove());
    elements.clear();
  });
  picture.addEventListener('pointerdown', (event) => {
    const id = event.target.closest('[data-id]')?.dataset.id;
    const shape = id && shapeOf(id);
    const isRobot = names().includes(id);
    if (!shape?.movable && !shape?.pushable && !isRobot) return;
    if (isRobot && !canCommand('scene')) return void choose(id);
    if (!canCommand('scene')) return void text($('#field-text'), 'read only: nothing can be moved');
    const isPush = shape.pushable && (!shape.movable || event.shiftKey || event.target.matches('.grip'));
    drag = { id, isPush, from: { x: shape.x_m, y: shape.y_m }, begin: pointOf(event), at: null };
    picture.setPointerCapture(event.pointerId);
    event.preventDefault();
    event.target.closest('[data-id]').focus();
  });
  picture.addEventListener('pointermove', (event) => {
    if (!drag) return;
    drag.at = pointOf(event);
    if (drag.isPush) arrow(drag.from, drag.at);
    else draw();
  });
  const end = async (event) => {
    if (!drag) return;
    const { id, isPush, from, begin, at } = drag;
    arrow(null);
    const isClick = names().includes(id) && (!at || Math.hypot(at.x - begin.x, at.y - begin.y) < CLICK_M);
    if (isClick && event.type === 'pointerup') {
      choose(id);
    } else if (event.type === 'pointerup' && at) {
      const [path, x, y] = isPush ? ['/api/push', at.x - from.x, at.y - from.y] : ['/api/move', at.x, at.y];
      await command(path, { shape: id, x_m: round(x), y_m: round(y) });
    }
    drag = null;
    draw();
  };
  picture.addEventListener('pointerup', end);
  picture.addEventListener('pointercancel', end);
  picture.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && names().includes(event.target.dataset?.id)) return void choose(event.target.dataset.id);
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const shape = by && shapeOf(event.target.dataset?.id);
    if (!shape?.movable || !canCommand('scene')) return;
    event.preventDefault();
    event.stopPropagation();
    command('/api/move', { shape: shape.id, x_m: round(shape.x_m + by[0] * KEY_M), y_m: round(shape.y_m + by[1] * KEY_M) });
  });
}
