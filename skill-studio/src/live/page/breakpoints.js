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
// The condition that is being written: { input, error, items, from, to }.
let help = null;
const next = () => $('#condition');

const key = () => `breakpoints ${state.description?.robot}/${state.description?.space}`;
const body = ({ skill, on: when, state: of, transition, condition }) => ({
  skill, on: when, condition: condition ?? '', ...(of === null || of === undefined ? { transition } : { state: of }),
});
const isTransition = (of) => of.transition !== null && of.transition !== undefined;
const placeOf = (of) => (isTransition(of) ? transitionText(of.skill, of.transition) : stateName(of.skill, of.state));
const named = (of) => ({ ...body(of), place: placeOf(of) });
const all = () => [...(state.view?.breakpoints ?? []), ...off];

// Remembers the breakpoints, without one that is being removed.
function save(gone = null) {
  const set = (state.view?.breakpoints ?? []).filter((of) => !of.once && of.id !== gone?.id).map(named);
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

// Adds a breakpoint with the condition that was written for it.
export async function add(of) {
  openTab('debug');
  if (!(await command('/api/breakpoints', body({ ...of, condition: next().value.trim() })))) return next().focus();
  next().value = '';
  help = null;
  return draw();
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
  save(of);
  await remove(of);
  return draw();
}

// Returns the skill that a condition is written for.
const skillOf = (input) => (input === next() ? state.selection?.skill : find(input.closest('tr')?.dataset.id)?.skill);

// Has the program check and complete the condition that is being written.
async function check(input) {
  const skill = skillOf(input);
  if (!skill) return;
  const at = encoder.encode(input.value.slice(0, input.selectionStart)).length;
  try {
    const { error, items, from, to } = await getJson(`/api/condition?${new URLSearchParams({ skill, text: input.value, at })}`);
    help = { input, error, items: items.slice(0, 6), from, to };
  } catch {
    help = null;
  }
  draw();
}

// Puts a completion into the condition.
function complete(index) {
  const { input } = help;
  const bytes = encoder.encode(input.value);
  const decoder = new TextDecoder();
  const head = decoder.decode(bytes.slice(0, help.from)) + help.items[index].text;
  input.value = head + decoder.decode(bytes.slice(help.to));
  input.focus();
  input.setSelectionRange(head.length, head.length);
  check(input);
}

// Returns what is wrong with a condition, and how it can go on.
const advice = (of) => [of.error && h('p.wrong', {}, `✕ ${of.error.message}`),
  of.items.length > 0 && h('span.row', {}, of.items.map((item, index) => h('button.small', { type: 'button', 'data-item': index, title: item.docs || null }, item.label)))];

function row(of) {
  const isOff = typeof of.id === 'string';
  const mine = help?.input.closest('tr')?.dataset.id === String(of.id) ? help : null;
  const isHit = state.view?.hit?.breakpoint === of.id;
  const when = isTransition(of) ? h('span', {}, WHEN.transition)
    : h('select.small', { 'data-set': 'on', 'data-needs': 'debugger', 'aria-label': 'when' }, ['entry', 'loop', 'exit'].map((value) => h('option', { value, selected: value === of.on }, WHEN[value])));
  return h('tr', { class: [isHit && 'hit', isOff && 'off'].filter(Boolean).join(' ') || null, 'data-key': of.id, 'data-id': of.id },
    h('td.narrow', {}, h('input', { type: 'checkbox', checked: !isOff, 'data-needs': 'debugger', 'aria-label': `breakpoint ${of.id} is on` })),
    h('td', {}, h('button.link', { type: 'button', 'data-do': 'show', 'data-skill': of.skill, 'data-state': of.state, 'data-transition': of.transition }, `${of.skill} › `, h('b', {}, placeOf(of))), of.once && h('span.quiet', {}, ' once')),
    h('td', {}, when),
    h('td', {}, h('input', { type: 'text', value: of.condition ?? '', 'data-needs': 'debugger', placeholder: 'always', 'aria-label': 'only if', 'aria-invalid': String(Boolean(mine?.error)), spellcheck: 'false', autocomplete: 'off' }),
      mine && h('div', {}, advice(mine))),
    h('td.num', {}, String(of.hits ?? 0)),
    h('td.narrow', {}, h('button.small.icon', { type: 'button', 'data-do': 'remove', 'data-needs': 'debugger', 'aria-label': `remove breakpoint ${of.id}` }, '✕')));
}

function draw() {
  const list = all();
  $('#breakpoints').hidden = list.length === 0;
  morph($('#debug-lists'), list.map(row));
  const isNext = help?.input === next();
  morph($('#condition-help'), isNext ? advice(help) : null);
  next().setAttribute('aria-invalid', String(isNext && Boolean(help.error)));
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
  on('selection', () => next().value && check(next()));
  const panel = $('#debug');
  const table = $('#debug-lists');
  const isCondition = (of) => of === next() || (of.type === 'text' && table.contains(of));
  panel.addEventListener('input', ({ target }) => {
    if (!isCondition(target)) return;
    clearTimeout(timer);
    timer = setTimeout(check, CHECK_MS, target);
  });
  panel.addEventListener('focusin', ({ target }) => isCondition(target) && check(target));
  panel.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (!isCondition(target) || relatedTarget?.closest('[data-item]')) return;
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
  panel.addEventListener('keydown', (event) => {
    const { key: pressed, target } = event;
    if (!isCondition(target)) return;
    if (pressed === 'ArrowRight' && help?.items.length && target.selectionStart === target.value.length) {
      event.preventDefault();
      complete(0);
    } else if (pressed === 'Enter' && target === next() && state.selection) {
      document.dispatchEvent(new Event('add-breakpoint'));
    }
  });
  panel.addEventListener('mousedown', (event) => {
    const item = event.target.closest('[data-item]');
    if (!item || !help) return;
    event.preventDefault();
    complete(Number(item.dataset.item));
  });
  table.addEventListener('click', ({ target }) => {
    const button = target.closest('[data-do=remove]');
    const of = button && find(button.closest('tr').dataset.id);
    if (of && !button.disabled) remove(of);
  });
}
