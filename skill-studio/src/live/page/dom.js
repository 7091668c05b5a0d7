// Builds and updates elements. All texts become text nodes, so nothing that a robot sends is read as
// HTML.

export const $ = (selector, from = document) => from.querySelector(selector);
export const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

const SVG = 'http://www.w3.org/2000/svg';

// The pause between two pictures of the same thing, and the part of it after which the next one is not too early:
// batches come at a pace of their own.
const PAUSE_MS = 100;
const EARLY = 0.8;

// Builds an element: h('button.small.wide', { title: 'Stops' }, 'Stop').
// A property with a boolean is an attribute without a value, or none; children that are null,
// undefined or false are left out.
export const h = (name, properties, ...children) => build(
  (tag) => document.createElement(tag), name, properties, children);

// Builds an element of SVG.
export const s = (name, properties, ...children) => build(
  (tag) => document.createElementNS(SVG, tag), name, properties, children);

function build(create, name, properties, children) {
  const [tag, ...classes] = name.split('.');
  const element = create(tag);
  if (classes.length) element.setAttribute('class', classes.join(' '));
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(key, value === true ? '' : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
  return element;
}

// Updates the children of an element to those that are wanted. Elements of the same kind and
// `data-key` are kept, with their focus, selected text and scroll positions.
export function morph(parent, ...wanted) {
  const nodes = wanted.flat(Infinity).filter((node) => node !== null && node !== undefined && node !== false)
    .map((node) => (node instanceof Node ? node : document.createTextNode(String(node))));
  let have = parent.firstChild;
  for (const node of nodes) {
    if (have && alike(have, node)) {
      if (have.nodeType === Node.TEXT_NODE) {
        if (have.data !== node.data) have.data = node.data;
      } else {
        sync(have, node);
      }
      have = have.nextSibling;
    } else if (have) {
      const next = have.nextSibling;
      parent.replaceChild(node, have);
      have = next;
    } else {
      parent.append(node);
    }
  }
  while (have) {
    const next = have.nextSibling;
    have.remove();
    have = next;
  }
}

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName
  && a.dataset?.key === b.dataset?.key;

function sync(have, node) {
  for (const { name } of [...have.attributes]) {
    if (!node.hasAttribute(name)) have.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (have.getAttribute(name) !== value) have.setAttribute(name, value);
  }
  morph(have, ...node.childNodes);
}

// Returns a function that has `draw` called soon, but not again before `pause_ms`, however often it is called
// meanwhile: people do not read faster. All that is due is drawn together, so that the page is laid out once
// for it: after the batch that has changed something, or when the pause has ended.
export function calmly(draw, pause_ms = PAUSE_MS) {
  let last_ms = -pause_ms;
  const run = (now_ms) => {
    if (now_ms - last_ms < EARLY * pause_ms) return;
    last_ms = now_ms;
    due.delete(run);
    draw();
  };
  return () => {
    due.add(run);
    if (timer) return;
    timer = setTimeout(drawDue, Math.max(0, drawn_ms + EARLY * PAUSE_MS - performance.now()));
  };
}

// What is to be drawn, when that was done last, and the timer of the next time.
const due = new Set();
let drawn_ms = -PAUSE_MS;
let timer = 0;

function drawDue() {
  timer = 0;
  drawn_ms = performance.now();
  for (const run of due) run(drawn_ms);
  if (due.size) timer = setTimeout(drawDue, PAUSE_MS);
}

// Sets a text if it has changed.
export function text(element, value) {
  if (element.textContent !== value) element.textContent = value;
}

// Sets a property if it has changed: also the same value would have the element styled again.
export function put(element, name, value) {
  if (element[name] !== value) element[name] = value;
}

// Calls `handle(element, event)` for events of elements inside `root` that have `data-do=NAME`;
// `handlers` has a function for each name. Elements that are made later are included.
export function actions(root, handlers, type = 'click') {
  root.addEventListener(type, (event) => {
    const element = event.target.closest('[data-do]');
    if (!element || !root.contains(element) || element.disabled) return;
    handlers[element.dataset.do]?.(element, event);
  });
}

// Reads and writes what this browser remembers for all robots. Storage can be forbidden.
export function remembered(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? fallback;
  } catch {
    return fallback;
  }
}
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* a page without storage forgets */ }
}
