// Records when an event told which states are active, and when the picture showed it. The test adds
// it to each document before the page's own scripts; times are in milliseconds since navigation.
(() => {
  const probe = { events: [], marks: [], view: null };
  window.probe = probe;
  const isActive = (names) => (names ?? '').split(' ').includes('active');

  window.EventSource = class extends window.EventSource {
    constructor(...address) {
      super(...address);
      this.addEventListener('view', (event) => {
        const at = performance.now();
        probe.view = JSON.parse(event.data);
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
