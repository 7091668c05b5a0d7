// Faults: a field that is set, a writer that is gone or stalls, messages that are refused. For
// simulators and test benches; a robot's own program has none of it.

import { faultWords } from './changed.js';
import { command } from './command.js';
import { $, actions, h, morph } from './dom.js';
import { on, state } from './state.js';
import { openTab } from './tabs.js';

const interfaceOf = (id) => state.description?.interfaces.find((of) => of.id === id);

// Chooses a field in the form.
export function prefill(id, field) {
  openTab('debug');
  $('#fault-kind').value = 'set';
  $('#fault-interface').value = id;
  fields();
  $('#fault-field').value = field;
  const index = interfaceOf(id).interface.fields.findIndex((of) => of.name === field);
  const value = state.board?.interfaces.find((of) => of.id === id)?.values[index];
  $('#fault-value').value = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  $('#fault-value').select();
}

function fields() {
  const of = interfaceOf($('#fault-interface').value);
  $('#fault-field').replaceChildren(...(of?.interface.fields ?? []).map((field) => h('option', { value: field.name },
    field.unit ? `${field.name} (${field.unit})` : field.name)));
  const isSet = $('#fault-kind').value === 'set';
  $('#fault-set').hidden = !isSet;
}

// Reads a value as JSON, unless the field has a text now.
function value(id, field, text) {
  const index = interfaceOf(id)?.interface.fields.findIndex((of) => of.name === field);
  const now = state.board?.interfaces.find((of) => of.id === id)?.values[index];
  if (typeof now === 'string' && !['NaN', 'inf', '-inf'].includes(now)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function inject() {
  const [id, kind] = [$('#fault-interface').value, $('#fault-kind').value];
  const body = { interface: id, kind };
  if (kind === 'set') {
    body.field = $('#fault-field').value;
    body.value = value(id, body.field, $('#fault-value').value.trim());
  }
  command('/api/fault', body);
}

function draw() {
  const faults = state.view?.faults ?? [];
  morph($('#fault-list'), faults.map((of) => h('li.changed', {}, faultWords(of), h('span.grow'),
    h('button.small', { type: 'button', 'data-needs': 'faults', 'data-do': 'clear', 'data-id': of.interface, 'aria-label': `clear the faults of ${of.interface}` }, 'Clear'))));
  document.dispatchEvent(new Event('page-drawn'));
}

export function start() {
  let last = '';
  on('view', (view) => {
    const now = JSON.stringify(view.faults);
    if (now !== last) draw();
    last = now;
  });
  on('description', () => {
    const before = $('#fault-interface').value;
    $('#fault-interface').replaceChildren(...state.description.interfaces.map((of) => h('option', { value: of.id }, of.id)));
    if (interfaceOf(before)) $('#fault-interface').value = before;
    fields();
    draw();
  });
  $('#fault-interface').addEventListener('change', fields);
  $('#fault-kind').addEventListener('change', fields);
  $('#fault-form').addEventListener('submit', (event) => {
    event.preventDefault();
    inject();
  });
  actions($('#faults'), { clear: ({ dataset }) => command('/api/fault', { interface: dataset.id, kind: 'clear' }) });
}
