// The watch list: fields and variables whose values stay in sight, also of interfaces that are folded.

import { $, actions, h, morph, remember, remembered } from './dom.js';
import { plain, shown } from './model.js';
import { on, state } from './state.js';
import { isOpen } from './tabs.js';

let names = remembered('watch', []);

// Returns the value of `interface.field`, or of a variable `self.name` of an active machine.
export function valueOf(name) {
  if (name.startsWith('self.')) {
    const wanted = name.slice(5);
    for (const machine of [...(state.why?.machines ?? [])].reverse()) {
      const found = machine.variables.find(([of]) => of === wanted || of.endsWith(`.${wanted}`));
      if (found) return plain(found[1]);
    }
    return null;
  }
  const dot = name.lastIndexOf('.');
  const of = state.description?.interfaces.find((each) => each.id === name.slice(0, dot));
  const index = of?.interface.fields.findIndex((field) => field.name === name.slice(dot + 1)) ?? -1;
  const values = state.board?.interfaces.find((each) => each.id === of?.id)?.values;
  if (index < 0 || !values) return null;
  const { unit } = of.interface.fields[index];
  return `${shown(values[index])}${unit ? ` ${unit}` : ''}`;
}

function draw() {
  if (!isOpen('debug')) return;
  morph($('#watch-list'), names.map((name) => h('li', { 'data-key': name }, h('code', {}, name), h('span.grow'),
    h('b.num', {}, valueOf(name) ?? 'not there now'),
    h('button.small.icon', { type: 'button', 'data-do': 'unwatch', 'data-name': name, 'aria-label': `watch ${name} no longer` }, '✕'))));
}

// Offers the names that there are.
function offer() {
  const fields = (state.description?.interfaces ?? []).flatMap((of) => of.interface.fields.map((field) => `${of.id}.${field.name}`));
  const variables = (state.why?.machines ?? []).flatMap((of) => of.variables.map(([name]) => `self.${name.split('.').at(-1)}`));
  $('#watch-names').replaceChildren(...[...new Set([...variables, ...fields])].map((value) => h('option', { value })));
}

export function start() {
  on('board why tab session', draw);
  $('#watch-name').addEventListener('focus', offer);
  $('#watch-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const name = $('#watch-name').value.trim();
    if (!name || names.includes(name)) return;
    names = [...names, name];
    remember('watch', names);
    $('#watch-name').value = '';
    draw();
  });
  actions($('#watch-list'), {
    unwatch: ({ dataset }) => {
      names = names.filter((name) => name !== dataset.name);
      remember('watch', names);
      draw();
    },
  });
}
