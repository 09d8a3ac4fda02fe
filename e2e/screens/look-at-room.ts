import type { Page } from '@playwright/test';
import { expect } from '../test.ts';
import { listFaults } from './faults.ts';
import { keep, type Look } from './look.ts';

/** Shows pages in the language that lengthens each text of a catalogue by spaces: names of controls stay. */
export const lengthenTexts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.setItem('waymark.language', 'long'));

/** Checks that nothing overflows, is cut or overlaps. */
export const lookAtRoom =
  (page: Page, where: 'desk' | 'phone'): Look =>
  async (name) => {
    const pointer = where === 'phone' ? 'finger' : 'mouse';
    await expect.poll(() => listFaults(page, pointer), `${name} with longer texts`).toEqual([]);
    await keep(page, `${name}-long-${where}`);
  };
