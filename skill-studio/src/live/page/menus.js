// Menus: one is open at a time, and a click elsewhere closes it.

import { $, $$ } from './dom.js';
import { notice } from './command.js';
import { choose, shown } from './graph.js';
import { find } from './model.js';
import { range, seek } from './seek.js';
import { moment } from './source.js';
import { on, state } from './state.js';

// Closes the menu or list that is open. Returns whether there was one.
export function closeOpen() {
  const open = $$('details.menu[open]');
  open.forEach((menu) => { menu.open = false; });
  const isShown = !$('#legend').hidden;
  $('#legend').hidden = true;
  $('#legend-open').setAttribute('aria-expanded', 'false');
  const hasNotice = !$('#notice').hidden;
  $('#notice').hidden = true;
  return open.length > 0 || isShown || hasNotice;
}

// Copies the address of this moment: the skill, and in a recording the time.
async function share() {
  const query = new URLSearchParams({ ...moment(), t: state.view.time_sec.toFixed(2) });
  if (shown.name) query.set('skill', shown.name);
  const address = `${location.origin}${location.pathname}?${query}`;
  try {
    await navigator.clipboard.writeText(address);
    notice(`copied: ${address}`, 'info');
  } catch {
    notice(address, 'info');
  }
}

export function start() {
  document.addEventListener('click', (event) => {
    for (const menu of $$('details.menu[open]')) {
      const isChosen = event.target.closest('.popup button');
      if (!menu.contains(event.target) || isChosen) menu.open = false;
    }
  });
  document.addEventListener('toggle', (event) => {
    if (!event.target.open || !event.target.matches('details.menu')) return;
    for (const menu of $$('details.menu[open]')) if (menu !== event.target) menu.open = false;
  }, true);
  // A menu that the focus leaves is closed.
  document.addEventListener('focusout', (event) => {
    const menu = event.target.closest('details.menu');
    if (menu && event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
  });
  $('#share').addEventListener('click', share);
  // The moment of the address is shown once.
  const query = new URLSearchParams(location.search);
  let isNew = true;
  on('description', () => {
    $('#share').hidden = !range() && !moment();
    if (!isNew) return;
    isNew = false;
    if (range() && query.has('t')) seek(Number(query.get('t')));
    if (find(query.get('skill'))) choose(query.get('skill'));
  });
}
