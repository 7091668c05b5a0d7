// The table of breakpoints. Conditions are checked and completed as they are written. This browser
// remembers the breakpoints of a robot, and sets them again when the robot was started again.

import { getJson } from './api.js';
import { canCommand, command } from './command.js';
import { $, h, morph, remember, remembered, text } from './dom.js';
import { stateName, transitionText } from './model.js';
import { on, state } from './state.js';
import { openTab } from './tabs.js';

const CHECK_MS = 150;
const WHEN = { entry: 'entered', loop: 'each pass', exit: 'left', transition: 'taken' };
const encoder = new TextEncoder();

// Breakpoints that are switched off: they are known to the page alone.
let off = [];
let lastOff = 0;
let session = null;
let timer = 0;
// The condition that is being written: { key, error, items, from, to }.
let help = null;

const key = () => `breakpoints ${state.description?.robot}/${state.description?.space}`;
const body = ({ skill, on: when, state: of, transition, condition }) => ({
  skill, on: when, condition: condition ?? '', ...(of === null || of === undefined ? { transition } : { state: of }),
});
const isTransition = (of) => of.transition !== null && of.transition !== undefined;
const placeOf = (of) => (isTransition(of) ? transitionText(of.skill, of.transition) : stateName(of.skill, of.state));
const named = (of) => ({ ...body(of), place: placeOf(of) });
const all = () => [...(state.view?.breakpoints ?? []), ...off];

function save() {
  const set = (state.view?.breakpoints ?? []).filter((of) => !of.once).map(named);
  remember(key(), { session: state.view?.session, on: set, off: off.map(named) });
}

// Sets the breakpoints of an earlier run again. One whose state has another name now is left out.
async function restore() {
  const before = remembered(key(), null);
  if (!before || !state.view || session === state.view.session) return;
  session = state.view.session;
  off = before.off.filter((of) => placeOf(of) === of.place).map((of) => ({ ...of, id: `off${lastOff += 1}`, hits: 0 }));
  draw();
  if (before.session === session || !canCommand('debugger')) return;
  const have = new Set(state.view.breakpoints.map((of) => JSON.stringify(body(of))));
  for (const of of before.on) {
    if (placeOf(of) === of.place && !have.has(JSON.stringify(body(of)))) await command('/api/breakpoints', body(of));
  }
}

// Adds a breakpoint, and goes to its condition.
export async function add(of) {
  openTab('debug');
  const answer = await command('/api/breakpoints', body(of));
  if (!answer) return;
  const find = () => $(`#debug-lists tr[data-id="${answer.id}"] input[type=text]`);
  for (let tries = 0; tries < 40 && !find(); tries += 1) await new Promise((done) => { setTimeout(done, 25); });
  find()?.focus();
}

const find = (id) => all().find((of) => String(of.id) === id);
const remove = (of) => (typeof of.id === 'string' ? drop(of) : command(`/api/breakpoints/${of.id}`, {}, 'DELETE'));

function drop(of) {
  off = off.filter((each) => each !== of);
  save();
  draw();
}

// Replaces a breakpoint by a changed one; if it is refused, the old one stays.
async function replace(of, changes) {
  const next = { ...of, ...changes };
  if (typeof of.id === 'string') {
    Object.assign(of, changes);
    save();
    return draw();
  }
  if (!(await command('/api/breakpoints', body(next)))) return draw();
  return remove(of);
}

async function toggle(of) {
  if (typeof of.id === 'string') {
    if (await command('/api/breakpoints', body(of))) drop(of);
    return draw();
  }
  off = [...off, { ...of, id: `off${lastOff += 1}` }];
  await remove(of);
  save();
  return draw();
}

// Has the program check and complete the condition that is being written.
async function check(input) {
  const of = find(input.closest('tr').dataset.id);
  if (!of) return;
  const at = encoder.encode(input.value.slice(0, input.selectionStart)).length;
  try {
    const { error, items, from, to } = await getJson(`/api/condition?${new URLSearchParams({ skill: of.skill, text: input.value, at })}`);
    help = { id: String(of.id), error, items: items.slice(0, 6), from, to };
  } catch {
    help = null;
  }
  draw();
}

// Puts a completion into the condition.
function complete(input, index) {
  const bytes = encoder.encode(input.value);
  const decoder = new TextDecoder();
  const head = decoder.decode(bytes.slice(0, help.from)) + help.items[index].text;
  input.value = head + decoder.decode(bytes.slice(help.to));
  input.focus();
  input.setSelectionRange(head.length, head.length);
  check(input);
}

function row(of) {
  const isOff = typeof of.id === 'string';
  const mine = help?.id === String(of.id) ? help : null;
  const isHit = state.view?.hit?.breakpoint === of.id;
  const when = isTransition(of) ? h('span', {}, WHEN.transition)
    : h('select.small', { 'data-set': 'on', 'data-needs': 'debugger', 'aria-label': 'when' }, ['entry', 'loop', 'exit'].map((value) => h('option', { value, selected: value === of.on }, WHEN[value])));
  return h('tr', { class: [isHit && 'hit', isOff && 'off'].filter(Boolean).join(' ') || null, 'data-key': of.id, 'data-id': of.id },
    h('td.narrow', {}, h('input', { type: 'checkbox', checked: !isOff, 'data-needs': 'debugger', 'aria-label': `breakpoint ${of.id} is on` })),
    h('td', {}, h('button.link', { type: 'button', 'data-do': 'show', 'data-skill': of.skill, 'data-state': of.state, 'data-transition': of.transition }, `${of.skill} › `, h('b', {}, placeOf(of))), of.once && h('span.quiet', {}, ' once')),
    h('td', {}, when),
    h('td', {}, h('input', { type: 'text', value: of.condition ?? '', 'data-needs': 'debugger', placeholder: 'always', 'aria-label': 'only if', 'aria-invalid': String(Boolean(mine?.error)), spellcheck: 'false', autocomplete: 'off' }),
      mine && h('div', {}, mine.error && h('p.wrong', {}, `✕ ${mine.error.message}`),
        mine.items.length > 0 && h('span.row', {}, mine.items.map((item, index) => h('button.small', { type: 'button', 'data-item': index, title: item.docs || null }, item.label))))),
    h('td.num', {}, String(of.hits ?? 0)),
    h('td.narrow', {}, h('button.small.icon', { type: 'button', 'data-do': 'remove', 'data-needs': 'debugger', 'aria-label': `remove breakpoint ${of.id}` }, '✕')));
}

function draw() {
  const list = all();
  $('#breakpoints').hidden = list.length === 0;
  morph($('#debug-lists'), list.map(row));
  for (const box of $('#debug-lists').querySelectorAll('input[type=checkbox]')) {
    box.checked = typeof find(box.closest('tr').dataset.id)?.id === 'number';
  }
  const { overrides = [], faults = [] } = state.view ?? {};
  const count = list.length + overrides.length + faults.length;
  $('#debug-count').hidden = count === 0;
  text($('#debug-count'), String(count));
  document.dispatchEvent(new Event('page-drawn'));
}

export function start() {
  let last = '';
  on('view', (view) => {
    restore();
    const now = JSON.stringify([view.breakpoints, view.hit, view.overrides, view.faults]);
    if (now === last) return;
    last = now;
    if (view.session === session) save();
    draw();
  });
  on('session', () => { last = ''; });
  const table = $('#debug-lists');
  table.addEventListener('input', ({ target }) => {
    if (target.type !== 'text') return;
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_MS, target);
  });
  table.addEventListener('focusin', ({ target }) => target.type === 'text' && check(target));
  table.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (target.type !== 'text' || relatedTarget?.closest('[data-item]')) return;
    help = null;
    draw();
  });
  table.addEventListener('change', ({ target }) => {
    const of = find(target.closest('tr').dataset.id);
    if (!of) return;
    if (target.type === 'checkbox') toggle(of);
    else if (target.type === 'text' && target.value.trim() !== (of.condition ?? '')) replace(of, { condition: target.value.trim() });
    else if (target.dataset.set) replace(of, { on: target.value });
  });
  table.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowRight' && event.target.type === 'text' && help?.items.length
      && event.target.selectionStart === event.target.value.length) {
      event.preventDefault();
      complete(event.target, 0);
    }
  });
  table.addEventListener('mousedown', (event) => {
    const item = event.target.closest('[data-item]');
    if (!item) return;
    event.preventDefault();
    complete(item.closest('td').querySelector('input'), Number(item.dataset.item));
  });
  table.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-do=remove]');
    const of = button && find(button.closest('tr').dataset.id);
    if (of && !button.disabled) remove(of);
  });
}
