// Saves the graph: the picture as it is with its marks (SVG, PNG), or its text for Graphviz.

import { getText } from './api.js';
import { notice } from './command.js';
import { $, actions, s } from './dom.js';
import { graphPath } from './early.js';
import { shown } from './graph.js';
import { find } from './model.js';
import { historyOf, rootOf } from './run.js';
import { state } from './state.js';

export function download(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const save = (blob, ending) => download(blob, `${shown.name.replace('@', '')}.${ending}`);

// Returns the style of pictures, with selectors that match without the page around them.
function rules() {
  const theme = document.documentElement.dataset.theme;
  const found = [];
  for (const sheet of document.styleSheets) {
    if (sheet.ownerNode?.closest('svg')) continue;
    for (const rule of sheet.cssRules) {
      const { selectorText: selector = '' } = rule;
      if (!selector.includes('svg.skill') || (/data-theme/.test(selector) && !selector.includes(`"${theme}"`))) continue;
      found.push(rule.cssText.replaceAll(/:root(\[[^\]]*\])? /g, ''));
    }
  }
  return found.join('\n');
}

// Returns a copy of the picture with its marks, without the controls.
function picture() {
  const copy = $('#graph > svg')?.cloneNode(true);
  if (!copy) throw new Error('there is no graph');
  for (const element of copy.querySelectorAll('.reach, .handle, .legend')) element.remove();
  for (const element of copy.querySelectorAll('.selected, .found')) element.classList.remove('selected', 'found');
  for (const element of copy.querySelectorAll('[tabindex]')) ['tabindex', 'role', 'aria-label'].forEach((name) => element.removeAttribute(name));
  copy.removeAttribute('style');
  copy.append(s('style', {}, rules()));
  return copy;
}

const SCALE = 2;

async function png() {
  const copy = picture();
  const { width, height } = copy.viewBox.baseVal;
  const text = new XMLSerializer().serializeToString(copy);
  const image = new Image(width, height);
  image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
  const context = canvas.getContext('2d');
  context.fillStyle = getComputedStyle(document.body).getPropertyValue('--panel') || '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('the picture is too large');
  save(blob, 'png');
}

// Returns the run of the graph: its active states, and its transitions in the order in which they were taken.
export function runOf(name) {
  const layer = find(name)?.agent ? 'agent' : 'skiller';
  if (rootOf(layer) !== name) return {};
  const active = state.view.active.filter((of) => of.layer === layer && of.machine === 0 && of.state !== null).map((of) => of.state);
  const taken = historyOf(layer, 0)?.taken ?? [];
  return { active, taken: taken.slice(-500).map((of) => of.join('/')) };
}

const MAKERS = {
  svg: () => save(new Blob([new XMLSerializer().serializeToString(picture())], { type: 'image/svg+xml' }), 'svg'),
  png,
  dot: async () => save(new Blob([await getText(graphPath(shown.name, { format: 'dot', direction: shown.direction, ...runOf(shown.name) }))], { type: 'text/vnd.graphviz' }), 'dot'),
};

export function start() {
  actions($('#graph-menu'), {
    save: async ({ dataset }) => {
      $('#graph-menu').open = false;
      try {
        if (!shown.name) throw new Error('there is no graph');
        await MAKERS[dataset.format]();
      } catch (error) {
        notice(error.message);
      }
    },
  });
}
