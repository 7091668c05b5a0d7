// Paints the time line: rows of spans, marks, plots, and the axis. Knows no state of the page.

export const ROW_PX = 24;
const PLOT_PX = 36;
const TOP_PX = 4;
const AXIS_PX = 20;
const FONT = '12px system-ui, "Segoe UI", Roboto, Arial, "Liberation Sans", "DejaVu Sans", sans-serif';
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200];

// Colors of the page by name, read once for each theme.
export const colors = new Map();
function color(name) {
  if (!colors.has(name)) colors.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  return colors.get(name);
}

// Formats a time: seconds in a short past, minutes and hours in a long one.
export function clock(sec, step = 0.01) {
  const digits = step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
  if (Math.abs(sec) < 180) return `${sec.toFixed(digits)} s`;
  const whole = Math.floor(sec / 60);
  const rest = (sec - whole * 60).toFixed(digits).padStart(digits ? digits + 3 : 2, '0');
  return whole < 60 ? `${whole}:${rest}` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}:${rest}`;
}

// Sets the size of the canvas, and returns what is needed to paint on it.
function prepare(canvas, height) {
  const wide = canvas.clientWidth;
  const high = Math.max(canvas.parentElement.clientHeight, height);
  const dense = devicePixelRatio || 1;
  if (canvas.width !== Math.round(wide * dense) || canvas.height !== Math.round(high * dense)) {
    [canvas.width, canvas.height] = [Math.round(wide * dense), Math.round(high * dense)];
    canvas.style.height = `${high}px`;
  }
  const to = canvas.getContext('2d');
  to.setTransform(dense, 0, 0, dense, 0, 0);
  to.clearRect(0, 0, wide, high);
  to.font = FONT;
  to.textBaseline = 'middle';
  return { to, wide, high };
}

// Writes a text into a width, if some of it fits.
function label(to, value, x, y, width) {
  if (width < 14) return;
  let fits = value;
  if (to.measureText(value).width > width) {
    const letters = Math.floor((value.length * (width - 10)) / to.measureText(value).width);
    if (letters < 2) return;
    fits = `${value.slice(0, letters)}…`;
  }
  to.fillText(fits, x, y);
}

function spans(to, row, top, x, { end, wide, cursor }) {
  for (const span of row.spans) {
    const isOpen = span.to_sec === null || span.to_sec === undefined;
    const [from, until] = [Math.max(-2, x(span.from_sec)), Math.min(wide + 2, x(isOpen ? end : span.to_sec))];
    if (until < 0 || from > wide) continue;
    const isNow = cursor === null ? isOpen : span.from_sec <= cursor && (isOpen || span.to_sec > cursor);
    const width = Math.max(1, until - from - 1);
    to.fillStyle = color(isNow ? 'now' : 'bar');
    to.fillRect(from, top + 3, width, ROW_PX - 6);
    if (span.failed) {
      to.fillStyle = color('fail');
      to.fillRect(from + Math.max(0, width - 4), top + 3, Math.min(4, width), ROW_PX - 6);
    }
    to.fillStyle = color(isNow ? 'now-ink' : 'bar-ink');
    const first = Math.max(from, 0);
    label(to, span.count > 1 ? `${span.text} +${span.count - 1}` : span.text, first + 4, top + ROW_PX / 2, until - first - 10);
  }
}

const SHAPES = {
  failed: (to, x, y) => { to.moveTo(x - 4, y - 4); to.lineTo(x + 4, y + 4); to.moveTo(x + 4, y - 4); to.lineTo(x - 4, y + 4); },
  call: (to, x, y) => { to.moveTo(x - 3, y + 6); to.lineTo(x - 3, y - 5); to.lineTo(x + 5, y - 5); to.lineTo(x + 2, y - 2); to.lineTo(x + 5, y + 1); to.lineTo(x - 3, y + 1); },
  fall: (to, x, y) => { to.moveTo(x - 6, y - 5); to.lineTo(x + 6, y - 5); to.lineTo(x, y + 6); to.closePath(); },
  goal: (to, x, y) => { to.moveTo(x, y - 6); to.lineTo(x + 6, y); to.lineTo(x, y + 6); to.lineTo(x - 6, y); to.closePath(); },
  lost: (to, x, y) => { to.arc(x, y, 3.5, 0, 7); to.moveTo(x - 4, y + 4); to.lineTo(x + 4, y - 4); },
  break: (to, x, y) => { to.arc(x, y, 5, 0, 7); },
};
const MARK_COLORS = { failed: 'fail', call: 'taken', fall: 'ink', goal: 'final', lost: 'faint', break: 'mine' };
const LINES = ['failed', 'call', 'lost'];

function marks(to, list, x, wide) {
  // What was lost is below the rest.
  const below = (mark) => (mark.kind === 'lost' ? 0 : 1);
  const placed = list.map((mark, index) => [mark, list[index + 1]]);
  placed.sort(([a], [b]) => below(a) - below(b)).forEach(([mark, next]) => {
    const at = x(mark.time_sec);
    if (at < -8 || at > wide + 8) return;
    const y = TOP_PX + ROW_PX / 2;
    to.beginPath();
    SHAPES[mark.kind]?.(to, at, y);
    [to.strokeStyle, to.fillStyle, to.lineWidth] = [color(MARK_COLORS[mark.kind]), color(MARK_COLORS[mark.kind]), mark.kind === 'lost' ? 1.5 : 2];
    if (LINES.includes(mark.kind)) to.stroke();
    else to.fill();
    const width = (next ? x(next.time_sec) : wide) - at - 22;
    if (width > 40) label(to, mark.count > 1 ? `${mark.text} +${mark.count - 1}` : mark.text, at + 10, y, Math.min(width, 320));
  });
}

function plot(to, of, top, x, wide) {
  to.fillStyle = color('taken');
  to.strokeStyle = color('taken');
  to.lineWidth = 1.5;
  if (of.isBool) {
    for (const [from, until, low, high] of of.spans) {
      const [left, right] = [Math.max(-2, x(from)), Math.min(wide + 2, x(until))];
      if (right < 0 || left > wide) continue;
      // Both values in one pixel are half of the height.
      const size = low ? 16 : 8;
      if (high) to.fillRect(left, top + 24 - size, Math.max(1, right - left), size);
      if (!low) { to.lineWidth = 1; to.strokeRect(left + 0.5, top + 8.5, Math.max(1, right - left), 15); }
    }
    return;
  }
  const { low, high } = of;
  const y = (value) => top + PLOT_PX - 4 - ((value - low) / (high - low || 1)) * (PLOT_PX - 8);
  to.beginPath();
  let isDrawing = false;
  for (const [time, least, most] of of.points) {
    if (!Number.isFinite(least)) { isDrawing = false; continue; }
    if (isDrawing) to.lineTo(x(time), y(least));
    else to.moveTo(x(time), y(least));
    if (most !== least) to.lineTo(x(time), y(most));
    isDrawing = true;
  }
  to.stroke();
}

function axis(to, [from, until], x, wide, high) {
  const step = STEPS.find((of) => ((until - from) / of) * 70 < wide) ?? STEPS.at(-1);
  [to.fillStyle, to.strokeStyle, to.lineWidth, to.textAlign] = [color('faint'), color('grid'), 1, 'center'];
  for (let at = Math.ceil(from / step) * step; at <= until; at += step) {
    const place = Math.round(x(at)) + 0.5;
    to.beginPath();
    to.moveTo(place, TOP_PX);
    to.lineTo(place, high - AXIS_PX);
    to.stroke();
    if (place > 24 && place < wide - 24) to.fillText(clock(at, step), place, high - AXIS_PX / 2);
  }
  to.textAlign = 'left';
}

function line(to, at, value, x, high, wide) {
  const place = x(at);
  if (place < -1 || place > wide + 1) return;
  to.fillStyle = color('ink');
  to.fillRect(Math.min(place, wide - 2) - 1, TOP_PX, 2, high - TOP_PX);
  to.font = `bold ${FONT}`;
  const width = to.measureText(value).width + 10;
  const left = Math.min(Math.max(0, place - width / 2), wide - width);
  to.fillRect(left, high - AXIS_PX, width, AXIS_PX);
  to.fillStyle = color('panel');
  to.fillText(value, left + 5, high - AXIS_PX / 2);
  to.font = FONT;
}

// Returns the height of all rows, in pixels.
export const heightOf = (part, plots) => TOP_PX + ROW_PX * (1 + part.rows.length) + PLOT_PX * plots.length + AXIS_PX;

// Paints a part of the past between two times. `end` is how far it is known, `cursor` a chosen time.
export function paint(canvas, { part, bounds, end, cursor, plots, isRecording }) {
  const { to, wide, high } = prepare(canvas, heightOf(part, plots));
  const [from, until] = bounds;
  const x = (time) => ((time - from) / (until - from)) * wide;
  axis(to, bounds, x, wide, high);
  marks(to, part.marks, x, wide);
  let top = TOP_PX + ROW_PX;
  for (const row of part.rows) {
    spans(to, row, top, x, { end, wide, cursor });
    top += ROW_PX;
  }
  for (const of of plots) {
    plot(to, of, top, x, wide);
    top += PLOT_PX;
  }
  if (cursor !== null) line(to, cursor, clock(cursor), x, high, wide);
  else if (!isRecording) line(to, end, 'now', x, high, wide);
}

// Returns what is at a place of the picture, in words.
export function nearest(part, [from, until], { x, y, width }, end) {
  const time = from + (x / width) * (until - from);
  const index = Math.floor((y - TOP_PX) / ROW_PX) - 1;
  if (index < 0) {
    const reach = ((until - from) / width) * 8;
    const mark = part.marks.find((of) => Math.abs(of.time_sec - time) < reach);
    return mark ? `${clock(mark.time_sec)}  ${mark.text}${mark.count > 1 ? ` and ${mark.count - 1} more` : ''}` : null;
  }
  const span = part.rows[index]?.spans.find((of) => of.from_sec <= time && (of.to_sec ?? end) >= time);
  if (!span) return null;
  const length = (span.to_sec ?? end) - span.from_sec;
  const many = span.count > 1 ? ` and ${span.count - 1} more` : '';
  return `${span.skill === span.text ? '' : `${span.skill}: `}${span.text}${many}, ${clock(span.from_sec)}, for ${length.toFixed(2)} s${span.failed ? ', FAILED' : ''}`;
}
