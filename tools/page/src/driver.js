// Finds what a user sees: controls by the words on them, beside them, or in their place. Added to a page
// by the checks that know nothing else of it.
(() => {
  const isSeen = (of) => of.getClientRects().length > 0 && of.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const words = (of) => [of.innerText, of.getAttribute('aria-label'), of.placeholder, of.labels?.[0]?.innerText, of.closest('tr')?.querySelector('th')?.innerText]
    .filter(Boolean).map((text) => text.replace(/\s+/g, ' ').trim());
  const FIELDS = 'input[type=text], input[type=search], input[type=number]';
  const CONTROLS = 'button, summary, input, select, [role=tab], [role=option], [role=button], [role=slider]';

  window.driver = {
    // Returns the middle of the control with this label, once it is there.
    find(label, isField = false) {
      const all = [...document.querySelectorAll(isField ? FIELDS : CONTROLS)].filter((of) => isSeen(of) && !of.disabled);
      const found = all.find((of) => words(of).some((text) => text === label)) ?? all.find((of) => words(of).some((text) => text.startsWith(label)));
      if (!found) return null;
      found.scrollIntoView({ block: 'nearest' });
      const { left, top, width, height } = found.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    },
    // Returns whether the text is seen on the page.
    reads: (text) => document.body.innerText.replace(/\s+/g, ' ').includes(text),
    // Returns the label of what has the focus.
    focus: () => words(document.activeElement)[0] ?? document.activeElement.tagName,
    has: (label, isField = false) => (!isField || document.activeElement.matches(FIELDS)) && words(document.activeElement).some((text) => text === label || text.startsWith(label)),
  };
})();
