import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';

export const dialog = (name: string): Locator => page.getByRole('dialog', { name });

export const button = (name: string, where: Locator | typeof page = page): Locator =>
  where.getByRole('button', { name, exact: true });

/** Presses the button with exactly this name. */
export async function press(name: string, where: Locator | typeof page = page): Promise<void> {
  await button(name, where).click();
}

export async function choose(
  label: string,
  option: string | RegExp,
  where: Locator | typeof page = page,
): Promise<void> {
  await where.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

/** Waits until the found elements have these texts. */
export async function expectTexts(found: Locator, texts: readonly (string | RegExp)[]): Promise<void> {
  const wanted = texts.map((text) => (typeof text === 'string' ? text : (expect.stringMatching(text) as unknown)));
  await expect.poll(() => found.elements().map(({ textContent }) => textContent)).toEqual(wanted);
}

/** Waits until the element is gone. */
export async function expectNone(found: Locator): Promise<void> {
  await expect.poll(() => found.elements().length).toBe(0);
}
