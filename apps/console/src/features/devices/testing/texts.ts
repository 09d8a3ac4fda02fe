import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

const read = (locator: Locator) =>
  locator.elements().map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim());

/** Waits until the elements have these texts, in this order. */
export async function expectTexts(locator: Locator, texts: readonly (string | RegExp)[]): Promise<void> {
  const expected = texts.map((text): unknown => (typeof text === 'string' ? text : expect.stringMatching(text)));
  await expect.poll(() => read(locator)).toEqual(expected);
}
