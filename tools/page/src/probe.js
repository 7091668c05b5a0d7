// Records when an event told which states are active, and when the picture showed it. The test adds
// it to each document before the page's own scripts; times are in milliseconds since navigation.
(() => {
  const probe = { events: [], marks: [], view: null, bytes: 0 };
  window.probe = probe;
  const isActive = (names) => (names ?? '').split(' ').includes('active');

  // Apart from the page's own: what comes is compared with what it shows.
  const apply = (value, change) => {
    if (Array.isArray(change)) return change[0];
    const changed = Array.isArray(value) ? [...value] : { ...value };
    for (const [name, inner] of Object.entries(change)) changed[name] = apply(changed[name], inner);
    return changed;
  };

  window.EventSource = class extends window.EventSource {
    constructor(...address) {
      super(...address);
      this.addEventListener('batch', (event) => {
        const at = performance.now();
        const batch = JSON.parse(event.data);
        probe.bytes += event.data.length;
        if (!batch.view) return;
        probe.view = apply(probe.view, batch.view);
        const root = probe.view.active.filter((of) => of.layer === 'skiller' && of.machine === 0).at(-1);
        const state = root?.state ?? null;
        if (probe.events.length === 0 || probe.events.at(-1).state !== state) probe.events.push({ at, state });
      });
    }
  };

  new MutationObserver((changes) => {
    const at = performance.now();
    for (const { target, oldValue } of changes) {
      const { machine, state } = target.dataset ?? {};
      if (machine === '0' && state !== undefined && isActive(target.getAttribute('class')) && !isActive(oldValue)) {
        probe.marks.push({ at, state: Number(state) });
      }
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['class'], attributeOldValue: true });
})();
