// The source of the skill in the graph, with the lines of its active states. The folder of the playground
// has the files.

import { $, calmly, h, text } from './dom.js';
import { shown } from './graph.js';
import { find } from './model.js';
import { on, state } from './state.js';
import { isOpen } from './tabs.js';

// By the path of a module: the lines of its file, once they are there.
const files = new Map();
let listed = null;

// Returns the path of a skill's file in the folder: `skills/standup.rs`.
const fileOf = (skill) => `${skill.path.split('::').slice(1).join('/')}.rs`;

async function load(file) {
  files.set(file, null);
  const response = await fetch(new URL(`source/${file}`, location.href));
  files.set(file, response.ok ? (await response.text()).trimEnd().split('\n') : []);
  draw();
}

// Returns the first and the last line of a state, by its braces.
export function linesOf(lines, name, after = 0) {
  const first = lines.findIndex((line, index) => index >= after && new RegExp(`\\bstate\\s+${name}\\b`).test(line));
  if (first < 0) return null;
  let depth = 0;
  for (let last = first; last < lines.length; last += 1) {
    for (const letter of lines[last].replace(/"[^"]*"/g, '')) depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
    if (depth <= 0 && /[}{;]/.test(lines[last])) return [first, last];
  }
  return [first, first];
}

// Returns the names of the active states of a skill, outermost first.
const activeStates = (name) => (state.view?.active ?? []).filter((of) => of.skill === name && of.state !== null).map((of) => of.name);

function mark(lines, name) {
  const rows = [...$('#source-lines').children];
  const wanted = new Map();
  let after = lines.findIndex((line) => new RegExp(`\\b(skill|agent)\\s+${find(name).type_name}\\b`).test(line));
  let inner = null;
  for (const state of activeStates(name)) {
    inner = linesOf(lines, state, Math.max(0, after));
    if (!inner) continue;
    [after] = inner;
    for (let index = inner[0]; index <= inner[1]; index += 1) wanted.set(index, 'active');
  }
  if (inner) wanted.set(inner[0], 'active waits');
  rows.forEach((row, index) => {
    const kind = wanted.get(index) ?? '';
    if (row.className !== kind) row.className = kind;
  });
  const first = inner?.[0] ?? null;
  if (first !== null && $('#source').dataset.first !== String(first)) rows[first].scrollIntoView({ block: 'center' });
  $('#source').dataset.first = String(first);
}

function draw() {
  if (!isOpen('source')) return;
  const name = shown.name && find(shown.name) ? shown.name : null;
  if (!name) return;
  const file = fileOf(find(name));
  if (!files.has(file)) return void load(file);
  const lines = files.get(file);
  if (lines === null) return;
  if (listed !== file) {
    listed = file;
    text($('#source-name'), lines.length ? `skills-nao/src/${file}` : `no source of ${name} here`);
    $('#source-lines').replaceChildren(...lines.map((line) => h('li', {}, line || ' ')));
  }
  if (lines.length) mark(lines, name);
}

export function start() {
  $('#tabs [data-tab=source]').hidden = false;
  on('view tab graph', calmly(draw));
}
