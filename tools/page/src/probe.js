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

  const take = (data) => {
    const at = performance.now();
    const batch = JSON.parse(data);
    probe.bytes += data.length;
    if (!batch.view) return;
    probe.view = apply(probe.view, batch.view);
    const root = probe.view.active.filter((of) => of.layer === 'skiller' && of.machine === 0).at(-1);
    const state = root?.state ?? null;
    if (probe.events.length === 0 || probe.events.at(-1).state !== state) probe.events.push({ at, state });
  };

  const listen = async (body) => {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (text + value).split('\n');
      text = lines.pop();
      for (const line of lines) if (line.startsWith('data:')) take(line.slice(5));
    }
  };

  const request = window.fetch;
  window.fetch = async (address, options) => {
    const response = await request(address, options);
    if (!response.ok || !String(address).includes('/api/events')) return response;
    const [own, page] = response.body.tee();
    // It ends with the connection.
    listen(own).catch(() => {});
    return new Response(page, { status: response.status, headers: response.headers });
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
