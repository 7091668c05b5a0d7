// The age of what is shown: from the robot to the eye, by the clock of the program.

// Above these the page says how far it is behind, and that it shows the past.
export const BEHIND_MS = 1000;
export const STALE_MS = 3000;

// Clocks drift apart, so comparisons are forgotten, except the newest.
const KEPT_MS = 60000;
let comparisons = [];
let shown_ms = null;

// Forgets the clock of a program that has ended.
export function forget() {
  comparisons = [];
  shown_ms = null;
}

// Notes that the clock of the program was `clock_ms` between two times of this page.
export function compare(asked_ms, answered_ms, clock_ms) {
  comparisons = comparisons.filter((of) => of.at_ms > answered_ms - KEPT_MS);
  comparisons.push({ at_ms: answered_ms, ahead_ms: clock_ms - asked_ms });
}

// Notes that what is shown was true at a time of the program's clock.
export function show(clock_ms) {
  shown_ms = clock_ms;
}

// Returns the age in milliseconds, never less than it is; null if it is not known yet.
export function age(now_ms = performance.now()) {
  if (shown_ms === null || comparisons.length === 0) return null;
  return Math.max(0, now_ms + Math.min(...comparisons.map((of) => of.ahead_ms)) - shown_ms);
}

// Returns whether what is shown is the past.
export const isStale = () => age() > STALE_MS;
