// Light or dark, and with colors or as in print.

import { $, remember, remembered } from './dom.js';

const CHOICES = ['auto', 'light', 'dark'];
const dark = matchMedia('(prefers-color-scheme: dark)');
let choice = remembered('theme', 'auto');
let isPlain = remembered('plain', false);

function apply() {
  const theme = choice === 'auto' ? (dark.matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset.theme = theme;
  document.documentElement.classList.toggle('plain', isPlain);
  $('#theme').textContent = `Theme: ${{ auto: 'as the system', light: 'light', dark: 'dark' }[choice]}`;
  $('#colors').setAttribute('aria-pressed', String(isPlain));
}

export function nextTheme() {
  choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
  remember('theme', choice);
  apply();
}

export function togglePlain() {
  isPlain = !isPlain;
  remember('plain', isPlain);
  apply();
}

export function start() {
  dark.addEventListener('change', apply);
  $('#theme').addEventListener('click', nextTheme);
  $('#colors').addEventListener('click', togglePlain);
  apply();
}
