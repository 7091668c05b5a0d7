// The keyboard, and the help that lists it.

import { canCommand } from './command.js';
import { toggleCoverage } from './coverage.js';
import { pause, step } from './debugger.js';
import { $, h } from './dom.js';
import { clear } from './find.js';
import { openAll, turn, view } from './graph.js';
import { isFollowing, setFollow } from './marks.js';
import { freeze, select, state } from './state.js';
import { next, openTab } from './tabs.js';
import { nextTheme, togglePlain } from './theme.js';

const PAN = 60;

const KEYS = [
  [[' '], 'Space', 'pause the robot, or go on; where that is impossible: freeze the page', () => (canCommand('debugger') ? pause() : freeze(!state.frozen))],
  [['s'], 's', 'step one pass', () => canCommand('debugger') && step()],
  [['p'], 'p', 'freeze the page, or show what is new', () => freeze(!state.frozen)],
  [['e'], 'e', 'write a call', () => focus('#call')],
  [['/'], '/', 'find a state, a transition or a skill', () => {
    openTab('graph');
    focus('#find');
  }],
  [['f'], 'f', 'follow what is active, into sub-skills', () => setFollow(!isFollowing())],
  [['0'], '0', 'fit the graph', () => view().fit()],
  [['1'], '1', 'as drawn', () => view().zoom(1 / view().scale)],
  [['+', '='], '+', 'larger', () => view().zoom(1.25)],
  [['-'], '−', 'smaller', () => view().zoom(0.8)],
  [['ArrowLeft'], '←', 'move left', () => view().pan(PAN, 0)],
  [['ArrowRight'], '→', 'move right', () => view().pan(-PAN, 0)],
  [['ArrowUp'], '↑', 'move up', () => view().pan(0, PAN)],
  [['ArrowDown'], '↓', 'move down', () => view().pan(0, -PAN)],
  [['o'], 'o', 'open all sub-skills, or fold them', openAll],
  [['d'], 'd', 'turn the graph', turn],
  [['c'], 'c', 'with colors, or as in print', togglePlain],
  [['v'], 'v', 'coverage: which transitions were taken', toggleCoverage],
  [['t'], 't', 'light, dark, or as the system is', nextTheme],
  [['['], '[', 'panel before', () => next(-1)],
  [[']'], ']', 'next panel', () => next(1)],
  [['Escape'], 'Esc', 'select nothing, close what is open', () => {
    select(null);
    clear();
    $('#notice').hidden = true;
    $('#export').open = false;
  }],
  [['?'], '?', 'this list', () => help()],
];

const ALONE = new Set([' ', 'Enter']);

function focus(selector) {
  $(selector).focus();
  $(selector).select?.();
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
