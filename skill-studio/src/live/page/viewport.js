// Moves and scales a picture inside its frame: by mouse, wheel, two fingers, keys, or smoothly.

const MIN = 0.1;
const MAX = 4;
// Letters of the picture are not larger than those of the panels.
const MAX_FIT = 1.08;
const MOVE_MS = 260;
// Places a side of the picture so that none of the frame stays empty, or in the middle if it fits.
const inside = (at, size, frame) => (size <= frame ? (frame - size) / 2 : Math.min(0, Math.max(frame - size, at)));

export class Viewport {
  constructor(frame) {
    this.frame = frame;
    this.picture = null;
    Object.assign(this, { x: 0, y: 0, scale: 1, moving: 0, touched: false });
    // Called when what is visible has changed.
    this.moved = () => {};
    this.#listen();
  }

  // Shows another picture; the caller then fits or anchors it.
  set(picture) {
    cancelAnimationFrame(this.moving);
    this.picture = picture;
    const { width, height } = picture.viewBox.baseVal;
    this.size = { width, height };
    picture.setAttribute('width', width);
    picture.setAttribute('height', height);
    this.frame.replaceChildren(picture);
    this.#apply();
  }

  #apply() {
    if (this.picture) {
      this.picture.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
      this.moved();
    }
  }

  #go(x, y, scale, smooth) {
    cancelAnimationFrame(this.moving);
    const from = { x: this.x, y: this.y, scale: this.scale };
    if (!smooth || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      Object.assign(this, { x, y, scale });
      this.#apply();
      return;
    }
    const start = performance.now();
    const step = (now) => {
      const part = Math.min(1, Math.max(0, now - start) / MOVE_MS);
      const eased = 1 - (1 - part) ** 3;
      this.x = from.x + (x - from.x) * eased;
      this.y = from.y + (y - from.y) * eased;
      this.scale = from.scale + (scale - from.scale) * eased;
      this.#apply();
      if (part < 1) this.moving = requestAnimationFrame(step);
    };
    this.moving = requestAnimationFrame(step);
  }

  // Shows the whole picture, not much larger than drawn; with `least`, only its middle if it were
  // smaller than that.
  fit(smooth = true, least = MIN) {
    if (!this.picture) return;
    const { clientWidth: width, clientHeight: height } = this.frame;
    if (!width || !height) return;
    this.least = least;
    const scale = Math.max(least, Math.min(MAX_FIT, width / this.size.width, height / this.size.height));
    this.touched = false;
    const top = this.size.height * scale > height && least > MIN ? 0 : (height - this.size.height * scale) / 2;
    this.#go((width - this.size.width * scale) / 2, top, scale, smooth);
  }

  // Scales so that a point of the frame stays where it is; without one, its middle.
  zoom(factor, at = null, smooth = true) {
    const { clientWidth, clientHeight } = this.frame;
    const point = at ?? { x: clientWidth / 2, y: clientHeight / 2 };
    const scale = Math.min(MAX, Math.max(MIN, this.scale * factor));
    const by = scale / this.scale;
    this.touched = true;
    this.#go(point.x - (point.x - this.x) * by, point.y - (point.y - this.y) * by, scale, smooth);
  }

  pan(dx, dy, smooth = true) {
    this.touched = true;
    this.#go(this.x + dx, this.y + dy, this.scale, smooth);
  }

  // Returns the part of the picture that the frame shows.
  get part() {
    const { clientWidth, clientHeight } = this.frame;
    return { x: -this.x / this.scale, y: -this.y / this.scale, width: clientWidth / this.scale, height: clientHeight / this.scale };
  }

  // Moves a point of the picture into the middle of the frame, as far as the picture goes.
  center(x, y, smooth = true) {
    const { clientWidth: width, clientHeight: height } = this.frame;
    this.touched = true;
    this.#go(inside(width / 2 - x * this.scale, this.size.width * this.scale, width),
      inside(height / 2 - y * this.scale, this.size.height * this.scale, height), this.scale, smooth);
  }

  // Returns the rectangle of an element in the frame.
  place(element) {
    const frame = this.frame.getBoundingClientRect();
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left - frame.left, y: top - frame.top, width, height };
  }

  // Moves so that an element of a new picture is where an element of the old one was.
  anchor(element, before) {
    const now = this.place(element);
    this.#go(this.x + before.x - now.x, this.y + before.y - now.y, this.scale, false);
  }

  // Moves an element into the middle if it is near the border or outside, and makes it readable.
  reveal(element, smooth = true) {
    // From where it is now: an earlier move must not go on after this.
    cancelAnimationFrame(this.moving);
    const { clientWidth: width, clientHeight: height } = this.frame;
    // A picture that is seen as a whole stays.
    const all = this.place(this.picture);
    if (this.scale >= 0.75 && all.x >= -1 && all.y >= -1 && all.x + all.width <= width + 1 && all.y + all.height <= height + 1) return;
    const at = this.place(element);
    const [dx, dy] = [width * 0.12, height * 0.12];
    const isInside = at.x >= dx && at.y >= dy && at.x + at.width <= width - dx && at.y + at.height <= height - dy;
    const scale = this.scale < 0.75 && this.touched ? this.scale : Math.max(this.scale, 0.75);
    if (isInside && scale === this.scale) return;
    this.touched = true;
    const by = scale / this.scale;
    const center = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
    const x = inside(width / 2 - (center.x - this.x) * by, this.size.width * scale, width);
    const y = inside(height / 2 - (center.y - this.y) * by, this.size.height * scale, height);
    if (x !== this.x || y !== this.y || scale !== this.scale) this.#go(x, y, scale, smooth);
  }

  #listen() {
    const { frame } = this;
    const pointers = new Map();
    const point = (event) => {
      const { left, top } = frame.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    let moved = 0;
    frame.addEventListener('wheel', (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 16 : 1;
      this.zoom(Math.exp(-event.deltaY * lines * 0.0015), point(event), false);
    }, { passive: false });
    frame.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 && event.pointerType === 'mouse') return;
      pointers.set(event.pointerId, point(event));
      moved = 0;
    });
    frame.addEventListener('pointermove', (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = point(event);
      const [dx, dy] = [now.x - before.x, now.y - before.y];
      moved += Math.abs(dx) + Math.abs(dy);
      if (moved < 4) return;
      // Only a drag captures: a click has to reach what is below it.
      if (!frame.hasPointerCapture(event.pointerId)) frame.setPointerCapture(event.pointerId);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      if (other) {
        const distance = (a) => Math.hypot(a.x - other.x, a.y - other.y);
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        this.zoom(distance(now) / Math.max(1, distance(before)), middle, false);
        this.pan(dx / 2, dy / 2, false);
      } else {
        this.pan(dx, dy, false);
      }
    });
    const up = (event) => pointers.delete(event.pointerId);
    frame.addEventListener('pointerup', up);
    frame.addEventListener('pointercancel', up);
    // The click that ends a drag selects nothing.
    frame.addEventListener('click', (event) => {
      if (moved >= 4) event.stopPropagation();
      moved = 0;
    }, true);
    new ResizeObserver(() => {
      if (!this.touched) this.fit(false, this.least);
      else this.moved();
    }).observe(frame);
  }
}
