// The panels beside the graph; on a narrow screen the graph and the explanations are panels too.

import { $, $$, remember, remembered } from './dom.js';
import { emit, state } from './state.js';

export const TABS = ['graph', 'why', 'board', 'trace', 'debug', 'params', 'field'];
const NARROW = '(max-width: 860px)';
const isNarrow = () => matchMedia(NARROW).matches;

const tabs = () => $$('#tabs [role=tab]').filter((tab) => getComputedStyle(tab).display !== 'none');
export const current = () => document.body.dataset.tab;

// Opens a panel. Without `force` it does not hide the graph on a narrow screen.
export function openTab(name, force = true) {
  const isVisible = !isNarrow() && (name === 'graph' || name === 'why');
  if (isVisible || (!force && isNarrow())) return;
  document.body.dataset.tab = name;
  for (const tab of $$('#tabs [role=tab]')) {
    const isCurrent = tab.dataset.tab === name;
    tab.setAttribute('aria-selected', String(isCurrent));
    tab.tabIndex = isCurrent ? 0 : -1;
  }
  remember('tab', name);
  emit('tab');
}

export function next(by) {
  const list = tabs();
  const place = list.findIndex((tab) => tab.dataset.tab === current());
  openTab(list[(place + by + list.length) % list.length].dataset.tab);
}

// The graph and the explanations are always visible on a wide screen, so another panel is open.
function adapt() {
  const name = current();
  if (!isNarrow() && (name === 'graph' || name === 'why')) openTab('board');
}

export function start() {
  const list = $('#tabs');
  list.addEventListener('click', (event) => {
    const tab = event.target.closest('[role=tab]');
    if (tab) openTab(tab.dataset.tab);
  });
  list.addEventListener('keydown', (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    next(by);
    $(`#tabs [data-tab=${current()}]`).focus();
  });
  matchMedia(NARROW).addEventListener('change', adapt);
  const first = remembered('tab', 'board');
  openTab('board');
  openTab(isNarrow() ? 'graph' : TABS.includes(first) ? first : 'board');
}

// Hides the field of a source that has none.
export function showField() {
  const has = state.description?.can.scene ?? false;
  $('#tabs [data-tab=field]').hidden = !has;
  if (!has && current() === 'field') openTab('board');
}
