// The call: with completion and history; execute, stop, exclusive control.

import { ApiError, getJson, hasControl, send } from './api.js';
import { command, notice } from './command.js';
import { $, h, put, remember, remembered, text } from './dom.js';
import { on, state } from './state.js';

const MAX_HISTORY = 50;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const bytes = (value) => encoder.encode(value).length;
// Returns the text between two places in bytes.
const slice = (value, from, to) => decoder.decode(encoder.encode(value).slice(from, to));

let history = remembered('calls', []);
// The place in the history; its length is the call that is being written.
let place = history.length;
let draft = '';

let items = [];
let range = null;
let chosen = -1;
let asked = 0;

const input = () => $('#call');

async function complete() {
  const field = input();
  const at = bytes(field.value.slice(0, field.selectionStart));
  const number = ++asked;
  try {
    const found = await getJson(`/api/complete?${new URLSearchParams({ text: field.value, at })}`);
    if (number !== asked || document.activeElement !== field) return;
    items = found.items;
    range = [found.from, found.to];
  } catch {
    items = [];
  }
  chosen = -1;
  list();
}

function close() {
  asked += 1;
  items = [];
  chosen = -1;
  list();
}

function list() {
  const box = $('#completions');
  box.hidden = items.length === 0;
  input().setAttribute('aria-expanded', String(items.length > 0));
  box.replaceChildren(...items.map((item, index) => h('li', {
    id: `completion-${index}`, role: 'option', 'data-index': index, 'aria-selected': String(index === chosen),
  }, h('code', {}, item.label), h('span.faint', {}, item.docs?.split('\n')[0]))));
  if (chosen >= 0) {
    input().setAttribute('aria-activedescendant', `completion-${chosen}`);
    box.children[chosen].scrollIntoView({ block: 'nearest' });
  } else {
    input().removeAttribute('aria-activedescendant');
  }
}

function accept(index) {
  const field = input();
  const head = slice(field.value, 0, range[0]) + items[index].text;
  field.value = head + slice(field.value, range[1]);
  field.setSelectionRange(head.length, head.length);
  showError(null);
  chosen = -1;
  complete();
}

function recall(step) {
  if (place === history.length) draft = input().value;
  const next = Math.max(0, Math.min(history.length, place + step));
  if (next === place) return;
  place = next;
  input().value = history[place] ?? draft;
  close();
}

function keep(call) {
  history = [...history.filter((old) => old !== call), call].slice(-MAX_HISTORY);
  place = history.length;
  remember('calls', history);
  fillHistory();
}

function fillHistory() {
  const select = $('#history');
  select.replaceChildren(h('option', { value: '' }, '⌄'), ...[...history].reverse().map((call) => h('option', { value: call }, call)));
  select.hidden = history.length === 0;
}

async function execute() {
  const call = input().value.trim();
  if (!call) return;
  close();
  showError(null);
  keep(call);
  try {
    const { waits } = await send('/api/call', { call });
    if (waits) notice(waits, 'info');
    else $('#notice').hidden = true;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'bad_call') showError(call, error);
    else if (error.kind === 'controlled') command('/api/call', { call });
    else notice(error.message);
  }
}

// Shows a call with its mistake marked, and the server's suggestion.
function showError(call, error) {
  const box = $('#call-error');
  box.hidden = call === null;
  input().setAttribute('aria-invalid', String(call !== null));
  if (call === null) return;
  const { at = bytes(call), len = 0, suggestion } = error.body;
  const [before, wrong, after] = [slice(call, 0, at), slice(call, at, at + len), slice(call, at + len)];
  box.replaceChildren(
    h('p', {}, error.message),
    h('code.call', {}, before, h('mark', { title: `byte ${at}` }, wrong || ' '), after));
  if (!suggestion) return;
  const button = h('button.small', { type: 'button' }, `Use ${suggestion}`);
  button.addEventListener('click', () => {
    input().value = before + suggestion + after;
    showError(null);
    input().focus();
  });
  box.append(button);
}

export function start() {
  const field = input();
  fillHistory();
  field.addEventListener('input', () => {
    // What was chosen belongs to the text before.
    chosen = -1;
    showError(null);
    complete();
  });
  field.addEventListener('focus', () => {
    if (field.value === '') complete();
  });
  field.addEventListener('blur', () => setTimeout(close, 150));
  field.addEventListener('keydown', (event) => {
    const open = items.length > 0;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move && open && !(move < 0 && chosen <= 0)) chosen = Math.min(items.length - 1, chosen + move);
    else if (move && open) chosen = -1;
    else if (move) recall(move);
    else if (event.key === 'ArrowRight' && open && field.selectionStart === field.value.length && chosen >= 0) accept(chosen);
    else if (event.key === 'Enter' && open && chosen >= 0) accept(chosen);
    else if (event.key === 'Enter') execute();
    else if (event.key === 'Escape' && open) close();
    else return;
    if (move && open) list();
    event.preventDefault();
    event.stopPropagation();
  });
  $('#completions').addEventListener('mousedown', (event) => {
    const item = event.target.closest('[data-index]');
    event.preventDefault();
    if (item) accept(Number(item.dataset.index));
  });
  $('#history').addEventListener('change', (event) => {
    field.value = event.target.value;
    event.target.value = '';
    field.focus();
  });
  $('#exec').addEventListener('click', execute);
  $('#stop').addEventListener('click', () => command('/api/stop'));
  $('#control').addEventListener('click', () => command('/api/control', hasControl() ? { action: 'release' } : { action: 'acquire', lease: true }));
  // Control ends with the page that has it.
  addEventListener('pagehide', () => {
    if (hasControl()) send('/api/control', { action: 'release' }, 'POST', { keepalive: true }).catch(() => {});
  });
  // A recording does what it did: nothing of it can be called, and nothing stopped.
  on('description', ({ can, skills }) => {
    const first = skills.find((of) => of.callable);
    if (first) put(field, 'placeholder', `Call a skill: ${first.name}{}`);
    for (const part of ['.call', '#exec', '#stop', '#control']) $(part).hidden = Boolean(can.seek);
    // A robot that is real is never held.
    const isReal = can.changes && !can.debugger;
    for (const part of ['#pause', '#step', '#speed', '#tab-debug']) $(part).hidden = isReal;
  });
  on('view', ({ skiller, waiting, paused }) => {
    put($('#waiting'), 'hidden', !waiting || !paused);
    text($('#waiting'), `${waiting} waits: the robot is paused`);
    put($('#control'), 'ariaPressed', String(hasControl()));
    $('#control').classList.toggle('other', skiller.controller !== 0 && !hasControl());
  });
}
