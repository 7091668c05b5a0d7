// The two groups of panels: values at the right, and what lies along time below.

import { $, $$, remember, remembered } from './dom.js';
import { emit, state } from './state.js';

const GROUPS = {
  tab: { list: '#tabs', first: 'board', names: ['board', 'params', 'field', 'source'] },
  dock: { list: '#dock-tabs', first: 'timeline', names: ['timeline', 'trace', 'debug'] },
};
const groupOf = (name) => Object.keys(GROUPS).find((group) => GROUPS[group].names.includes(name));
const tabs = (group) => $$(`${GROUPS[group].list} [role=tab]`).filter((tab) => !tab.hidden);

// Returns whether a panel is open.
export const isOpen = (name) => document.body.dataset[groupOf(name)] === name;

// Opens a panel.
export function openTab(name) {
  const group = groupOf(name);
  if (!group) return;
  document.body.dataset[group] = name;
  for (const tab of $$(`${GROUPS[group].list} [role=tab]`)) {
    const isCurrent = tab.dataset.tab === name;
    tab.setAttribute('aria-selected', String(isCurrent));
    tab.tabIndex = isCurrent ? 0 : -1;
  }
  remember(group, name);
  emit('tab');
}

// Opens the panel before or after the open one of a group.
export function next(by, group = 'tab') {
  const list = tabs(group);
  const place = list.findIndex((tab) => isOpen(tab.dataset.tab));
  const tab = list[(place + by + list.length) % list.length];
  openTab(tab.dataset.tab);
  return tab;
}

// Hides the panels of a source that does not have them.
export function showField() {
  const has = state.description?.can.scene ?? false;
  $('#tabs [data-tab=field]').hidden = !has;
  if (!has && isOpen('field')) openTab('board');
}

export function start() {
  for (const [group, { list, first, names }] of Object.entries(GROUPS)) {
    $(list).addEventListener('click', (event) => {
      const tab = event.target.closest('[role=tab]');
      if (tab) openTab(tab.dataset.tab);
    });
    $(list).addEventListener('keydown', (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      next(by, group).focus();
    });
    const before = remembered(group, first);
    openTab(names.includes(before) && !$(`${list} [data-tab=${before}]`).hidden ? before : first);
  }
}
