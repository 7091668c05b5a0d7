// The source code of the skill in the graph, with the lines of its active states and of the selected one.

import { $, calmly, h, put, text } from './dom.js';
import { shown } from './graph.js';
import { find } from './model.js';
import { hasListing, listing } from './source.js';
import { on, state } from './state.js';
import { isOpen, openTab } from './tabs.js';

// By the name of a skill: its file, once it is there; `lines` is empty if it is not.
const files = new Map();
let listed = null;

async function load(name) {
  files.set(name, null);
  const found = await listing(find(name));
  files.set(name, { ...found, lines: found ? found.text.trimEnd().split('\n') : [] });
  draw();
}

// Returns the first and the last line of a state, by its braces.
function linesOf(lines, name, after = 0) {
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

// Returns the selected state of a skill, or that which the selected transition leaves.
function selectedState(name) {
  const { selection } = state;
  if (!selection || selection.skill !== name) return null;
  const { graph } = find(name);
  const index = selection.state ?? graph.transitions[selection.transition]?.from;
  return graph.states[index]?.name ?? null;
}

function mark(file, name) {
  const { lines } = file;
  const rows = [...$('#source-lines').children];
  const wanted = new Map();
  const declared = Math.max(0, lines.findIndex((line) => new RegExp(`\\b(skill|agent)\\s+${find(name).type_name}\\b`).test(line)));
  let after = declared;
  let inner = null;
  const add = (range, kind) => {
    for (let index = range[0]; index <= range[1]; index += 1) wanted.set(index, `${wanted.get(index) ?? ''} ${kind}`.trim());
  };
  for (const of of activeStates(name)) {
    inner = linesOf(lines, of, after);
    if (!inner) continue;
    [after] = inner;
    add(inner, 'active');
  }
  if (inner) add([inner[0], inner[0]], 'waits');
  const selected = selectedState(name);
  const chosen = selected && linesOf(lines, selected, declared);
  if (chosen) add(chosen, 'chosen');
  rows.forEach((row, index) => {
    const kind = wanted.get(index) ?? '';
    if (row.className !== kind) row.className = kind;
  });
  const first = (chosen ?? inner)?.[0] ?? declared;
  const { dataset } = $('#source');
  if (dataset.first !== `${name} ${first}`) rows[first]?.scrollIntoView({ block: 'center' });
  dataset.first = `${name} ${first}`;
  put($('#source-editor'), 'href', file.path ? `vscode://file${encodeURI(file.path)}:${first + 1}` : '#');
  text($('#source-line'), `:${first + 1}`);
}

function draw() {
  if (!isOpen('source')) return;
  const name = shown.name && find(shown.name) ? shown.name : null;
  if (!name) return;
  if (!files.has(name)) return void load(name);
  const file = files.get(name);
  if (file === null) return;
  if (listed !== name) {
    listed = name;
    text($('#source-file'), file.file ?? `no source of ${name} here`);
    text($('#source-line'), '');
    $('#source-editor').hidden = !file.path;
    $('#source-lines').replaceChildren(...file.lines.map((line) => h('li', {}, line || ' ')));
  }
  if (file.lines.length) mark(file, name);
}

export function start() {
  on('description', () => {
    // Another program may have other files.
    files.clear();
    listed = null;
    const tab = $('#tabs [data-tab=source]');
    tab.hidden = !hasListing(state.description);
    if (tab.hidden && isOpen('source')) openTab('board');
    draw();
  });
  on('view tab graph selection', calmly(draw));
}
