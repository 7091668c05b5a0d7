// The debugger: pause, step, speed; the selected state or transition, with breakpoints and
// overrides on it; the lists of all of them.

import { command } from './command.js';
import { $, actions, h, morph } from './dom.js';
import { choose, reveal } from './graph.js';
import { activities, conditionOf, find, kindOf, orderOf, runs, stateName, transitionText } from './model.js';
import { on, select, state } from './state.js';
import { openTab } from './tabs.js';

const debug = (body) => command('/api/debug', body);

// Pauses or continues.
export const pause = () => debug({ command: state.view?.paused ? 'continue' : 'pause' });
export const step = () => debug({ command: 'step' });

const needs = { type: 'button', 'data-needs': 'debugger' };
const button = (label, action, properties = {}) => h('button.small', { ...needs, 'data-do': action, ...properties }, label);

// Describes the selection.
function selected() {
  const { selection } = state;
  const skill = selection && find(selection.skill);
  if (!skill) return h('p.faint', {}, 'Select a state or a transition in the graph to break, run to it, force or suppress it.');
  return selection.transition === undefined ? aboutState(skill, selection.state) : aboutTransition(skill, selection.transition);
}

function aboutState(skill, index) {
  const info = skill.graph.states[index];
  if (!info) return null;
  const leaving = skill.graph.transitions.map((of, number) => [of, number]).filter(([of]) => of.from === index);
  return [
    h('h3', {}, `${skill.name}: `, h('b', {}, info.name), h('span.faint', {}, { Runs: 'runs', Plain: '', Final: 'final', Failed: 'failed' }[kindOf(info)])),
    info.docs && h('p', {}, info.docs),
    runs(info).map((run) => h('p', {}, h('button.link', { type: 'button', 'data-do': 'open', 'data-skill': run.skill }, run.skill), h('code', {}, `{${run.args}}`))),
    activities(info).map((text) => h('p', {}, h('code', {}, text))),
    h('div.row', {}, h('span', {}, 'Break on'), button('entry', 'break', { 'data-on': 'entry', title: 'When the state is entered' }),
      button('loop', 'break', { 'data-on': 'loop', title: 'In each pass in it' }), button('exit', 'break', { 'data-on': 'exit', title: 'When it is left' })),
    h('div.row', {}, h('span', {}, 'Run to'), button('entry', 'run', { 'data-on': 'entry' }), button('exit', 'run', { 'data-on': 'exit' })),
    leaving.length > 0 && h('ol.leaving', {}, leaving.map(([of, number]) => h('li', {},
      h('button.link', { type: 'button', 'data-do': 'pick', 'data-transition': number }, of.label || 'always'),
      ` → ${stateName(skill.name, of.to)}`, of.implied && h('span.faint', {}, ' implied')))),
  ];
}

function aboutTransition(skill, index) {
  const of = skill.graph.transitions[index];
  if (!of) return null;
  const override = state.view?.overrides.find((each) => each.skill === skill.name && each.transition === index);
  const isForced = override?.action === 'force';
  return [
    h('h3', {}, `${skill.name}: `, h('b', {}, transitionText(skill.name, index)), h('span.faint', {}, `number ${orderOf(skill.name, index)}`)),
    h('p', {}, h('code', {}, conditionOf(skill.name, index)), of.reason && ` fails with “${of.reason}”`, of.values && ` with (${of.values})`),
    h('div.row', {}, h('span', {}, 'Break'), button('when taken', 'break', { 'data-on': 'transition' }),
      button('Run to it', 'run', { 'data-on': 'transition' })),
    h('div.row', {}, h('span', {}, 'Override'),
      change('force', 'force', isForced && override.once, 'Taken once, in the next pass that checks it, whatever its guard says'),
      change('keep forced', 'keep', isForced && !override.once, 'Taken in each pass that checks it, until this ends'),
      change('suppress', 'suppress', override?.action === 'suppress', 'Never taken'),
      override && change('clear', 'clear', false, 'Its guard decides again')),
  ];
}

const change = (label, action, isPressed, title) => button(label, 'override', {
  'data-needs': 'changes', 'data-action': action, 'aria-pressed': String(isPressed), title,
});

const placeOf = (of) => (of.transition === null || of.transition === undefined
  ? `${of.skill}: ${of.on} of ${stateName(of.skill, of.state)}` : `${of.skill}: ${transitionText(of.skill, of.transition)}`);

const list = (title, entries, none) => h('section', {}, h('h3', {}, title),
  entries.length ? h('ul.entries', {}, entries) : h('p.faint', {}, none));

function draw() {
  const { view } = state;
  morph($('#selected'), selected());
  morph($('#debug-lists'),
    list('Breakpoints', (view?.breakpoints ?? []).map((of) => h('li', { class: view.hit?.breakpoint === of.id ? 'hit' : null, 'data-key': of.id },
      h('button.link', { type: 'button', 'data-do': 'show', 'data-skill': of.skill, 'data-state': of.state, 'data-transition': of.transition }, placeOf(of)),
      of.once && h('span.faint', {}, 'once'), of.condition && h('code', {}, `if ${of.condition}`),
      h('span.grow'), h('span.num.faint', {}, `${of.hits} ×`), button('×', 'remove', { 'data-id': of.id, 'aria-label': 'remove this breakpoint' }))), 'none'),
    list('Overrides', (view?.overrides ?? []).map((of) => h('li', {},
      h('button.link', { type: 'button', 'data-do': 'show', 'data-skill': of.skill, 'data-transition': of.transition }, placeOf(of)),
      h('b', {}, of.once ? `${of.action} once` : of.action), h('span.grow'),
      button('×', 'clear', { 'data-needs': 'changes', 'data-skill': of.skill, 'data-machine': of.machine, 'data-transition': of.transition, 'aria-label': 'clear this override' }))), 'none'));
  document.dispatchEvent(new Event('page-drawn'));
}

// Returns the place of the selection, as commands name it.
const target = (on) => ({
  skill: state.selection.skill, on,
  ...(state.selection.transition === undefined ? { state: state.selection.state } : { transition: state.selection.transition }),
});
const number = (text) => (text === undefined || text === '' ? undefined : Number(text));

export function start() {
  let last = '';
  on('view', (view) => {
    const { paused } = view;
    $('#pause').textContent = paused ? 'Continue' : 'Pause';
    $('#pause').setAttribute('aria-pressed', String(paused));
    const speed = $('#speed');
    if (document.activeElement !== speed) speed.value = view.speed === null ? 'max' : String(view.speed);
    const now = JSON.stringify([view.breakpoints, view.overrides, view.hit]);
    if (now !== last) draw();
    last = now;
    $('#hit').hidden = !view.hit;
    $('#hit').textContent = view.hit ? `Breakpoint ${view.hit.breakpoint}: ${view.hit.text}` : '';
  });
  on('selection', () => {
    draw();
    if (state.selection) openTab('debug', false);
  });
  on('description', draw);
  $('#pause').addEventListener('click', pause);
  $('#step').addEventListener('click', step);
  $('#speed').addEventListener('change', (event) => debug({ command: 'speed', factor: event.target.value === 'max' ? null : Number(event.target.value) }));
  $('#hit').addEventListener('click', () => openTab('debug'));
  actions($('#debug'), {
    break: async ({ dataset }) => {
      const condition = $('#condition').value.trim();
      if (await command('/api/breakpoints', { ...target(dataset.on), condition })) $('#condition').value = '';
    },
    run: ({ dataset }) => debug({ command: 'run_to', ...target(dataset.on) }),
    override: ({ dataset }) => command('/api/override', {
      skill: state.selection.skill, machine: state.selection.machine ?? null, transition: state.selection.transition,
      action: dataset.action === 'keep' ? 'force' : dataset.action, keep: dataset.action === 'keep',
    }),
    clear: ({ dataset }) => command('/api/override', { skill: dataset.skill, machine: number(dataset.machine) ?? null, transition: Number(dataset.transition), action: 'clear' }),
    remove: ({ dataset }) => command(`/api/breakpoints/${dataset.id}`, {}, 'DELETE'),
    open: ({ dataset }) => choose(dataset.skill),
    pick: ({ dataset }) => select({ ...state.selection, state: undefined, transition: Number(dataset.transition) }),
    show: ({ dataset }) => {
      const of = { skill: dataset.skill, state: number(dataset.state), transition: number(dataset.transition) };
      select(of);
      reveal(of);
    },
  });
}
