// The debugger: pause, step, speed; what can be done with the selected state or transition, and the
// transitions that are changed. The table of breakpoints is in breakpoints.js.

import { overrideWords } from './changed.js';
import { command } from './command.js';
import { $, actions, h, morph, put, text } from './dom.js';
import { add } from './breakpoints.js';
import { choose, reveal } from './graph.js';
import { conditionOf, find, orderOf, runs, transitionText } from './model.js';
import { on, select, state } from './state.js';
import { openTab } from './tabs.js';

const debug = (body) => command('/api/debug', body);

// Pauses or continues.
export const pause = () => debug({ command: state.view?.paused ? 'continue' : 'pause' });
export const step = () => debug({ command: 'step' });

const button = (label, action, properties = {}) => h('button.small', { type: 'button', 'data-needs': 'debugger', 'data-do': action, ...properties }, label);

// Describes the selection.
function selected() {
  const { selection } = state;
  const skill = selection && find(selection.skill);
  if (!skill) return h('p.quiet', {}, 'Select a state or a transition in the graph to break at it, run to it, or take it.');
  return selection.transition === undefined ? aboutState(skill, selection.state) : aboutTransition(skill, selection.transition);
}

function aboutState(skill, index) {
  const info = skill.graph.states[index];
  if (!info) return null;
  return [
    h('h3', {}, `${skill.name} › ${info.name}`),
    h('span.row', {}, button('Break when entered', 'break', { 'data-on': 'entry', title: 'Adds a breakpoint (b)' }),
      button('in each pass', 'break', { 'data-on': 'loop' }), button('when left', 'break', { 'data-on': 'exit' }),
      button('Run to it', 'run', { 'data-on': 'entry', title: 'Goes on until it is entered' })),
    runs(info).map((run) => button(`Graph of ${run.skill}`, 'open', { 'data-skill': run.skill, 'data-needs': null })),
  ];
}

function aboutTransition(skill, index) {
  const of = skill.graph.transitions[index];
  if (!of) return null;
  const override = state.view?.overrides.find((each) => each.skill === skill.name && each.transition === index);
  const isForced = override?.action === 'force';
  return [
    h('h3', {}, `${skill.name} › ${transitionText(skill.name, index)}`),
    h('span.quiet', {}, `number ${orderOf(skill.name, index)}: `, h('code', {}, conditionOf(skill.name, index))),
    h('span.row', {}, button('Break when taken', 'break', { 'data-on': 'transition', title: 'Adds a breakpoint (b)' }), button('Run to it', 'run', { 'data-on': 'transition' })),
    h('span.row', {},
      change('Take once', 'force', isForced && override.once, 'Taken once, in the next pass that checks it, whatever its guard says'),
      change('Always take', 'keep', isForced && !override.once, 'Taken in each pass that checks it, until this ends'),
      change('Never take', 'suppress', override?.action === 'suppress', 'Not taken, whatever its guard says'),
      override && change('Clear', 'clear', false, 'Its guard decides again')),
  ];
}

const change = (label, action, isPressed, title) => button(label, 'override', {
  'data-needs': 'faults', 'data-action': action, 'aria-pressed': String(isPressed), title,
});

function draw() {
  const overrides = state.view?.overrides ?? [];
  morph($('#selected'), selected());
  morph($('#override-list'), overrides.map((of) => h('li.changed', { 'data-key': `${of.skill}/${of.machine}/${of.transition}` },
    h('button.link', { type: 'button', 'data-do': 'show', 'data-skill': of.skill, 'data-transition': of.transition }, `${of.skill} › ${transitionText(of.skill, of.transition)}`),
    overrideWords(of), h('span.grow'),
    h('button.small', { type: 'button', 'data-do': 'clear', 'data-needs': 'faults', 'data-skill': of.skill, 'data-machine': of.machine, 'data-transition': of.transition }, 'Clear'))));
  document.dispatchEvent(new Event('page-drawn'));
}

// Returns the place of the selection, as commands name it.
const target = (when) => ({
  skill: state.selection.skill, on: when,
  ...(state.selection.transition === undefined ? { state: state.selection.state } : { transition: state.selection.transition }),
});
const number = (value) => (value === undefined ? undefined : Number(value));

// Adds a breakpoint at the selection.
export function addBreakpoint() {
  if (!state.selection) return;
  add(target(state.selection.transition === undefined ? 'entry' : 'transition'));
}

export function start() {
  let last = '';
  on('view', (view) => {
    const isPaused = view.paused;
    put($('#pause'), 'ariaPressed', String(isPaused));
    text($('#pause-text'), isPaused ? (state.description?.can.seek ? 'Play' : 'Go on') : 'Pause');
    const speed = view.speed === null ? 'max' : String(view.speed);
    if (document.activeElement !== $('#speed')) put($('#speed'), 'value', speed);
    const now = JSON.stringify(view.overrides);
    if (now !== last) draw();
    last = now;
  });
  on('selection', () => {
    draw();
    if (state.selection) openTab('debug');
  });
  on('description', draw);
  document.addEventListener('add-breakpoint', addBreakpoint);
  $('#pause').addEventListener('click', pause);
  $('#step').addEventListener('click', step);
  $('#speed').addEventListener('change', (event) => debug({ command: 'speed', factor: event.target.value === 'max' ? null : Number(event.target.value) }));
  actions($('#debug'), {
    break: ({ dataset }) => add(target(dataset.on)),
    run: ({ dataset }) => debug({ command: 'run_to', ...target(dataset.on) }),
    override: ({ dataset }) => command('/api/override', {
      skill: state.selection.skill, machine: state.selection.machine ?? null, transition: state.selection.transition,
      action: dataset.action === 'keep' ? 'force' : dataset.action, keep: dataset.action === 'keep',
    }),
    clear: ({ dataset }) => dataset.skill && command('/api/override', { skill: dataset.skill, machine: number(dataset.machine) ?? null, transition: Number(dataset.transition), action: 'clear' }),
    open: ({ dataset }) => choose(dataset.skill),
    show: ({ dataset }) => {
      const of = { skill: dataset.skill, state: number(dataset.state), transition: number(dataset.transition) };
      select(of);
      reveal(of);
    },
  });
}
