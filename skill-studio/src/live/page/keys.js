// The keyboard, and the list of keys.

import { end } from './changed.js';
import { canCommand, command } from './command.js';
import { toggleCoverage } from './coverage.js';
import { addBreakpoint, pause, step } from './debugger.js';
import { $, h } from './dom.js';
import { clear } from './find.js';
import { openAll, turn, view } from './graph.js';
import { isFollowing, setFollow } from './marks.js';
import { closeOpen } from './menus.js';
import { move, range } from './seek.js';
import { freeze, select, state } from './state.js';
import { next } from './tabs.js';
import { nextTheme, togglePlain } from './theme.js';
import { goToMark } from './timeline.js';

const PAN = 60;

const KEYS = [
  [['Escape'], 'Esc', 'closes what is open; else stops what the robot runs', escape],
  [[' '], 'Space', 'pause the robot, or go on; where that is impossible: freeze the page', () => (canCommand('debugger') ? pause() : freeze(!state.frozen))],
  [['s'], 's', 'one pass', () => canCommand('debugger') && step()],
  [['e'], 'e', 'write a call', () => focus('#call')],
  [['/'], '/', 'find a state, a transition or a skill', () => focus('#find')],
  [['f'], 'f', 'the graph goes where the robot is', () => setFollow(!isFollowing())],
  [['b'], 'b', 'breakpoint at what is selected', addBreakpoint],
  [['C'], 'Shift c', 'clear overrides and faults', end],
  [['n'], 'n', 'the next mark of the time line', () => goToMark(true)],
  [['N'], 'Shift n', 'the mark before', () => goToMark(false)],
  [[','], ',', 'in a recording: back by a pass', () => range() && move(-0.01)],
  [['.'], '.', 'in a recording: on by a pass', () => range() && move(0.01)],
  [['p'], 'p', 'freeze the page, or show what is new', () => freeze(!state.frozen)],
  [['0'], '0', 'fit the graph', () => view().fit()],
  [['1'], '1', 'as drawn', () => view().zoom(1 / view().scale)],
  [['+', '='], '+', 'larger', () => view().zoom(1.25)],
  [['-'], '−', 'smaller', () => view().zoom(0.8)],
  [['ArrowLeft'], '←', 'move left', () => view().pan(PAN, 0)],
  [['ArrowRight'], '→', 'move right', () => view().pan(-PAN, 0)],
  [['ArrowUp'], '↑', 'move up', () => view().pan(0, PAN)],
  [['ArrowDown'], '↓', 'move down', () => view().pan(0, -PAN)],
  [['o'], 'o', 'open all sub-skills and states, or fold them', openAll],
  [['d'], 'd', 'turn the graph', turn],
  [['c'], 'c', 'with colors, or as in print', togglePlain],
  [['v'], 'v', 'coverage: which transitions were taken', toggleCoverage],
  [['t'], 't', 'light, dark, or as the system is', nextTheme],
  [['['], '[', 'panel before', () => next(-1)],
  [[']'], ']', 'next panel', () => next(1)],
  [['l'], 'l', 'time line, events or debugger', () => next(1, 'dock')],
  [['?'], '?', 'legend and keys', () => help()],
];

const ALONE = new Set([' ', 'Enter']);

function focus(selector) {
  $(selector).focus();
  $(selector).select?.();
}

// The first press closes what is open, the next one stops.
function escape() {
  if (closeOpen()) return;
  select(null);
  clear();
  if (canCommand('changes')) command('/api/stop');
}

export function help() {
  const dialog = $('#help');
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

export function start() {
  $('#keys').replaceChildren(...KEYS.map(([, label, about]) => h('div', {}, h('dt', {}, h('kbd', {}, label)), h('dd', {}, about))));
  $('#help-open').addEventListener('click', help);
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (target.matches('input:not([type=checkbox]), select, textarea')) {
      if (event.key === 'Escape') target.blur();
      return;
    }
    if ($('#help').open && event.key !== '?') return;
    // A button that has the focus is pressed by Space; lists scroll with arrows.
    if (ALONE.has(event.key) && target.matches('button, summary, [role=button], input')) return;
    if (event.key.startsWith('Arrow') && target !== document.body && !target.closest('#graph-panel')) return;
    const found = KEYS.find(([keys]) => keys.includes(event.key));
    if (!found) return;
    event.preventDefault();
    found[3]();
  });
}
