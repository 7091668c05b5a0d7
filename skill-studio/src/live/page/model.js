// Skills and interfaces as they are described: names of states, numbers of machines, transitions.

let skills = new Map();

export function load(description) {
  skills = new Map(description.skills.map((skill) => [skill.name, skill]));
}

export const find = (name) => skills.get(name);
export const all = () => [...skills.values()];

export const stateName = (skill, index) => find(skill)?.graph.states[index]?.name ?? `state ${index}`;

// Returns a state and those around it.
export function around(skill, index) {
  const states = find(skill)?.graph.states ?? [];
  const all = [];
  for (let of = index; states[of] && !all.includes(of); of = states[of].parent) all.push(of);
  return all;
}

// Returns the skills that a state runs, in order.
export function runs(state) {
  const list = state?.kind?.Runs ?? [];
  return list.filter((run) => run.SubSkill).map((run) => run.SubSkill);
}

// Returns the other activities of a state.
export const activities = (state) => (state?.kind?.Runs ?? []).filter((run) => run.Action).map((run) => run.Action);

export const kindOf = (state) => (typeof state?.kind === 'string' ? state.kind : 'Runs');

// Returns the machines of a skill in preorder: 0 is the skill, then those that its states run. An agent has
// one, since the skiller runs its skills.
const tables = new WeakMap();
const MAX_MACHINES = 1000;
export function machines(name) {
  const skill = find(name);
  if (!skill) return [];
  if (tables.has(skill)) return tables.get(skill);
  const list = [];
  const visit = (of, parent, state) => {
    if (!of || list.length >= MAX_MACHINES) return;
    const number = list.length;
    list.push({ number, skill: of.name, parent, state });
    if (of.agent) return;
    of.graph.states.forEach((info, index) => {
      for (const run of runs(info)) visit(find(run.skill), number, index);
    });
  };
  visit(skill, null, null);
  tables.set(skill, list);
  return list;
}

// Returns the place of a transition in the order of its state, from 1.
export function orderOf(skill, index) {
  const list = find(skill)?.graph.transitions ?? [];
  const from = list[index]?.from;
  return list.slice(0, index).filter((other) => other.from === from && !other.implied).length + 1;
}

// Returns the states of a transition: `Wait → Done`.
export function transitionText(skill, index) {
  const transition = find(skill)?.graph.transitions[index];
  if (!transition) return `transition ${index}`;
  const from = transition.from === null ? 'any state' : stateName(skill, transition.from);
  return `${from} → ${stateName(skill, transition.to)}`;
}

// A machine with more states is shown with its nested states folded at first.
const MAX_UNFOLDED = 40;
export const isLarge = (name) => (find(name)?.graph.states.length ?? 0) > MAX_UNFOLDED;

// Returns the states of a skill that have states inside.
export function outerStates(name) {
  const states = find(name)?.graph.states ?? [];
  return [...new Set(states.map((of) => of.parent).filter((of) => of !== null && of !== undefined))];
}

export const transitionOf = (skill, index) => find(skill)?.graph.transitions[index];

// Returns a value of a variable in few words: without the numbers of messages and the names of
// wrappers, and with numbers of a readable length.
export function plain(value) {
  return String(value)
    .replace(/\b\w+: MessageId\([^)]*\),? ?/g, '')
    .replace(/\bSome\(([^()]*)\)/g, '$1')
    .replace(/\bNone\b/g, 'none')
    .replace(/^true$/, 'yes').replace(/^false$/, 'no')
    .replace(/-?\d+\.\d{4,}/g, (number) => String(Number(Number(number).toFixed(3))))
    .replace(/\{ *,? *\}/g, '').replace(/, *\}/g, ' }').replace(/ *\{ *\.\. *\}/g, '').trim();
}

export const conditionOf = (skill, index) => find(skill)?.graph.transitions[index]?.label || 'always';

// Formats a time, with a width that rarely changes.
export function seconds(value) {
  if (value === null || value === undefined) return '–';
  if (value >= 3600) return `${Math.floor(value / 3600)} h ${String(Math.floor((value % 3600) / 60)).padStart(2, '0')} min`;
  if (value >= 100) return `${value.toFixed(0)} s`;
  return `${value.toFixed(value < 10 ? 2 : 1)} s`;
}

export function shown(value) {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (typeof value === 'number' && !Number.isInteger(value)) {
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-5 || size >= 1e6)) return value.toExponential(2);
    return value.toFixed(size < 1 ? 5 : size < 1000 ? 3 : 1);
  }
  if (typeof value === 'string') return value === '' ? '""' : value;
  return String(value);
}
