interface SeenTimes {
  /** Times that neither they nor the window, table or chart around them give a zone. */
  readonly zoneless: readonly string[];
  /** Texts that say the zone of their time. */
  readonly zoned: readonly string[];
}

/**
 * Reads each visible text with a time of day, charts and tooltips included; durations begin with a single digit. Journeys
 * send it to their page, so it uses nothing else of this file.
 */
export function readTimes(): SeenTimes {
  const TIME = /(?<![\d:.])\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?![\d:])/;
  // An offset from UTC, or a zone by its name: a weekly time has no offset of its own.
  const ZONE = /UTC|\b(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Z]/;
  const AROUND = 'table, svg, [role="dialog"], aside, section';
  const zoneless: string[] = [];
  const zoned: string[] = [];
  const take = (element: Element, text: string) => {
    if (!TIME.test(text)) return;
    let isSaid = ZONE.test(text);
    if (isSaid) zoned.push(text);
    for (
      let around = element.closest(AROUND);
      around && !isSaid;
      around = around.parentElement?.closest(AROUND) ?? null
    )
      isSaid = ZONE.test(`${around.textContent} ${around.getAttribute('aria-label')}`);
    if (!isSaid) zoneless.push(text);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Element) || !node.checkVisibility()) continue;
    for (const name of ['aria-label', 'title']) take(node, node.getAttribute(name) ?? '');
    if (node instanceof HTMLStyleElement || node instanceof HTMLScriptElement) continue;
    for (const child of node.childNodes) {
      if (!(child instanceof Text) || !TIME.test(child.data)) continue;
      // The zone of the clock stands in an element of its own beside the time.
      take(node, node.closest('time')?.textContent ?? node.textContent ?? '');
    }
  }
  return { zoneless, zoned };
}
