// Menus: one is open at a time, and a click elsewhere closes it.

import { $, $$ } from './dom.js';
import { notice } from './command.js';
import { range } from './seek.js';
import { state } from './state.js';

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
  const query = new URLSearchParams(location.search);
  if (range() && state.view) query.set('t', state.view.time_sec.toFixed(2));
  const skill = state.view?.skiller.skill;
  if (skill) query.set('skill', skill);
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
}
