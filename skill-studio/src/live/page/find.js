// Finds skills, states and transitions by name, and marks those that are in the picture.

import { $, h } from './dom.js';
import { choose, reveal, shown } from './graph.js';
import { setFollow } from './marks.js';
import { all, machines, transitionText } from './model.js';
import { on, select } from './state.js';

const MAX_RESULTS = 40;
let results = [];
let chosen = -1;

const input = () => $('#find');

function search() {
  const word = input().value.trim().toLowerCase();
  const matches = (text) => text.toLowerCase().includes(word);
  results = [];
  chosen = -1;
  if (word) {
    const here = new Set(machines(shown.name).map((machine) => machine.skill));
    // Skills in the picture come first.
    const skills = [...all()].sort((a, b) => here.has(b.name) - here.has(a.name));
    for (const { name, graph } of skills) {
      if (matches(name)) results.push({ skill: name, label: name, kind: 'skill' });
      graph.states.forEach((of, index) => matches(of.name)
        && results.push({ skill: name, state: index, label: `${name}: ${of.name}`, kind: 'state' }));
      graph.transitions.forEach((of, index) => matches(`${of.label} ${of.reason ?? ''}`) && !of.implied
        && results.push({ skill: name, transition: index, label: `${name}: ${transitionText(name, index)}  ${of.label}`, kind: 'transition' }));
    }
  }
  list(word);
  mark(word);
}

function list(word) {
  const box = $('#found');
  box.hidden = !word;
  input().setAttribute('aria-expanded', String(Boolean(word)));
  const rest = results.length - MAX_RESULTS;
  box.replaceChildren(...results.slice(0, MAX_RESULTS).map((of, index) => h('li', {
    role: 'option', id: `found-${index}`, 'data-index': index, 'aria-selected': String(index === chosen),
  }, of.label, h('span.faint', {}, of.kind))));
  if (!results.length) box.append(h('li.quiet', { role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false' }, 'nothing has that name'));
  if (rest > 0) box.append(h('li.quiet', { role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false' }, `and ${rest} more`));
  if (chosen >= 0) input().setAttribute('aria-activedescendant', `found-${chosen}`);
  else input().removeAttribute('aria-activedescendant');
  box.children[chosen]?.scrollIntoView({ block: 'nearest' });
}

function mark(word) {
  for (const element of $('#graph').querySelectorAll('.state, .transition, .box, text.failure')) {
    const own = element.matches('text') ? element.textContent
      : [...element.querySelectorAll(':scope > text')].map((line) => line.textContent).join(' ');
    element.classList.toggle('found', word !== '' && own.toLowerCase().includes(word));
  }
}

async function go(of) {
  if (of.kind === 'skill') await choose(of.skill);
  else {
    // The view stays there, also when another state becomes active.
    setFollow(false, false);
    select(of);
    await reveal(of);
  }
  mark(input().value.trim().toLowerCase());
}

export function clear() {
  input().value = '';
  search();
}

export function start() {
  input().addEventListener('input', search);
  input().addEventListener('focus', search);
  input().addEventListener('blur', () => setTimeout(() => { $('#found').hidden = true; }, 150));
  input().addEventListener('keydown', (event) => {
    const size = Math.min(results.length, MAX_RESULTS);
    const by = { ArrowDown: 1, ArrowUp: -1, Enter: event.shiftKey ? -1 : 1 }[event.key];
    if (event.key === 'Escape') {
      clear();
      input().blur();
    } else if (by && size) {
      chosen = (chosen + by + size) % size;
      list(input().value.trim());
      if (event.key === 'Enter') go(results[chosen]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  $('#found').addEventListener('mousedown', (event) => {
    const item = event.target.closest('[data-index]');
    event.preventDefault();
    if (item) go(results[Number(item.dataset.index)]);
  });
  on('graph', () => mark(input().value.trim().toLowerCase()));
}
