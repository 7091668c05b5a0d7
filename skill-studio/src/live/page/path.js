// The active path: agent, skill, nested states, sub-skills, with the time since each was entered.

import { $, calmly, h, morph } from './dom.js';
import { choose, reveal } from './graph.js';
import { seconds } from './model.js';
import { on, state } from './state.js';

function draw() {
  const { view } = state;
  const parts = [];
  let machine = null;
  const last = (view?.active ?? []).findLastIndex((of) => of.state !== null);
  for (const [index, of] of (view?.active ?? []).entries()) {
    // The skill that an agent's state has the skiller run; its states are in the skiller's layer.
    if (of.state === null) continue;
    const name = `${of.layer} ${of.machine}`;
    const isNew = name !== machine;
    machine = name;
    const since = of.entered_sec === null ? null : Math.max(0, view.time_sec - of.entered_sec);
    const title = `${of.layer}: ${of.skill}, state ${of.name}${since === null ? '' : `, for ${seconds(since)}`}`;
    if (parts.length) parts.push(h('span.arrow', { 'aria-hidden': 'true' }, isNew ? '›' : '·'));
    parts.push(h('button.crumb', { type: 'button', 'data-do': 'show', 'data-index': index, title },
      isNew && h('span.of', {}, of.skill), h('b', {}, of.name || '–'),
      since !== null && index === last && h('span.num', {}, seconds(since))));
  }
  if (!parts.length) parts.push(h('span.quiet', {}, view ? 'nothing is active' : ''));
  const list = $('#path');
  const before = list.dataset.names;
  morph(list, ...parts);
  list.dataset.names = [...list.querySelectorAll('b')].map((name) => name.textContent).join(' ');
  // The innermost state is seen first where not all have space.
  if (list.dataset.names !== before) list.scrollLeft = list.scrollWidth;
}

export function start() {
  on('view', calmly(draw));
  // The innermost state stays in sight in a narrower window.
  new ResizeObserver(([{ target }]) => { target.scrollLeft = target.scrollWidth; }).observe($('#path'));
  draw();
  $('#path').addEventListener('click', async (event) => {
    const button = event.target.closest('[data-index]');
    const of = button && state.view?.active[Number(button.dataset.index)];
    if (!of) return;
    if (of.layer === 'agent') await choose(of.skill);
    reveal({ skill: of.skill, machine: of.machine, state: of.state ?? undefined });
  });
}
