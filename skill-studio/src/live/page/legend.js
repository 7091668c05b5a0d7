// The legend: beside the graph what occurs in it, and in the list of keys all signs.

import { $, $$, h, s } from './dom.js';

const swatch = (...parts) => s('svg', { class: 'swatch skill', viewBox: '0 0 34 22', 'aria-hidden': 'true' }, parts);
const box = (kind, more = []) => swatch(s(`g.state${kind}`, {}, s('rect', { x: 3, y: 3, width: 28, height: 16, rx: 5 }), more));
const arrow = (kind) => swatch(s(`g.transition${kind}`, {}, s('path', { d: 'M2 11H24' }), s('path.head', { d: 'M32 11L24 7L24 15z' })));
const disc = (x, kind, letter) => s(`g.${kind}`, {}, kind === 'order' ? s('rect', { x: x - 7, y: 4, width: 14, height: 14, rx: 7 }) : s('circle', { cx: x, cy: 11, r: 7 }), s('text', { x, y: 15, 'text-anchor': 'middle' }, letter));

// Each sign: where it occurs in the picture, how it looks, and its meaning.
const SIGNS = [
  ['.state.active:not(.composite)', () => box('.active'), 'now'],
  ['.state.active.composite', () => box('.active.composite'), 'now, with states inside'],
  ['.transition.near, .failure.near', () => arrow('.when.near'), 'waited for: the sentence is about it'],
  ['.transition.traced, .failure.traced', () => swatch(s('g.transition.traced', {}, s('path', { d: 'M2 11H32' })), disc(17, 'order', '1')), 'taken, in this order'],
  ['.state.start', () => swatch(s('circle.begin', { cx: 10, cy: 11, r: 4 }), s('g.transition', {}, s('path', { d: 'M10 11H28' }))), 'start'],
  ['.state.final', () => box('.final', s('rect.inner', { x: 6, y: 6, width: 22, height: 10, rx: 3 })), 'FINAL'],
  ['.state.failed', () => box('.failed', s('rect.inner', { x: 6, y: 6, width: 22, height: 10, rx: 3 })), 'FAILED; red once it has'],
  ['.transition.after, .transition.held', () => arrow('.after'), 'after a time, or held for one'],
  ['.transition.on-failed', () => arrow('.on-failed'), 'when what runs has failed'],
  ['.transition.precondition', () => arrow('.precondition'), 'precondition'],
  ['.breakpoint', () => swatch(disc(17, 'breakpoint', '1')), 'breakpoint'],
  ['.forced', () => arrow('.forced'), 'taken whatever its guard says'],
  ['.suppressed', () => arrow('.suppressed'), 'never taken'],
  ['.covered', () => arrow('.covered'), 'taken at some time'],
  ['.uncovered', () => arrow('.uncovered'), 'never taken yet'],
  ['.handle', () => swatch(s('g.handle', {}, s('rect', { x: 10, y: 4, width: 14, height: 14, rx: 3 }), s('path', { d: 'M13.500 11h7m-3.500 -3.500v7' }))), 'opens here what it runs or contains'],
];
const NUMBER = 'The number before a guard is its place in the order of checks.';

const row = ([, look, meaning]) => h('li', {}, look(), h('span', {}, meaning));

function fill() {
  const occurs = SIGNS.filter(([selector]) => $$(selector, $('#graph')).length > 0);
  $('#legend').replaceChildren(...occurs.map(row), h('li.quiet', {}, NUMBER));
}

export function start() {
  $('#legend-open').addEventListener('click', () => {
    const isShown = $('#legend').hidden;
    if (isShown) fill();
    $('#legend').hidden = !isShown;
    $('#legend-open').setAttribute('aria-expanded', String(isShown));
  });
  $('#signs').replaceChildren(...SIGNS.map(row), h('li.quiet', {}, NUMBER));
}
