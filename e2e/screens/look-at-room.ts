import type { Page } from '@playwright/test';
import { MARK } from '../english-words.ts';
import { expect } from '../test.ts';
import { listFaults } from './faults.ts';
import { keep, type Look } from './look.ts';

/** A share of the width of a letter: translations are longer than English. */
const GROWTH = 0.4;
/** The average width of a letter in the text font, in em. */
const LETTER_EM = 0.55;

/** Spaces the letters of each element whose text has the mark: of texts of the catalogues, and not of names and numbers. */
function spaceLetters({ mark, spacing }: { readonly mark: string; readonly spacing: string }): void {
  localStorage.setItem('waymark.language', 'marked');
  const space = (element: Element | null) => {
    if (element instanceof HTMLElement) element.style.letterSpacing = spacing;
  };
  const look = (node: Node) => {
    if (node instanceof Text && node.data.includes(mark)) space(node.parentElement);
    if (node instanceof HTMLInputElement && node.placeholder.includes(mark)) space(node);
    for (const child of node.childNodes) look(child);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) look(node);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/**
 * Shows pages in the language that adds an invisible mark to each text of a catalogue, and these texts 40 % longer. The
 * names of controls stay as they are.
 */
export const lengthenTexts = (page: Page): Promise<unknown> =>
  page.addInitScript(spaceLetters, { mark: MARK, spacing: `${GROWTH * LETTER_EM}em` });

/** Checks that nothing overflows, is cut or overlaps. */
export const lookAtRoom =
  (page: Page, where: 'desk' | 'phone'): Look =>
  async (name) => {
    const pointer = where === 'phone' ? 'finger' : 'mouse';
    await expect.poll(() => listFaults(page, pointer), `${name} with longer texts`).toEqual([]);
    await keep(page, `${name}-long-${where}`);
  };
