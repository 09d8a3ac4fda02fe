import type { Locator } from '@playwright/test';
import console from '@waymark/languages/es/console.json' with { type: 'json' };
import signIn from '@waymark/languages/es/sign-in.json' with { type: 'json' };

// Finds texts that stay English on pages in other languages: by the catalogues, and by words that are English alone.

const messages = Object.entries({ ...signIn, ...console });
const texts = new Set(messages.flatMap(([english, spanish]) => (english === spanish ? [] : [english])));
const translations = new Set(messages.map(([, spanish]) => spanish));
const WORDS =
  /\b(?:the|this|that|these|of|is|are|was|not|with|from|for|and|your|its|has|have|been|before|after|devices?|users?|time|close|open|name|search|show|any|clear|last|next|previous|loading)\b/i;

/** The mark of `apps/console/src/language/pseudo.ts`. */
export const MARK = '\u200B';

const NO_TEXT = 'style, script';

const FILE_NAME = /^\S+\.\w+$/;

const isEnglish = (text: string) =>
  !translations.has(text) && !FILE_NAME.test(text) && (texts.has(text) || WORDS.test(text));

/** The texts and the names for screen readers, without those in `leaveOut`. */
const listTexts = (within: Locator, leaveOut: string): Promise<readonly string[]> =>
  within.evaluate((root, left) => {
    const READ = ['aria-label', 'placeholder', 'title', 'alt', 'aria-roledescription'];
    const found: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest(left)) found.push(walker.currentNode.textContent ?? '');
    for (const element of [root, ...root.querySelectorAll('*')].filter((each) => !each.closest(left)))
      found.push(...READ.map((name) => element.getAttribute(name) ?? ''));
    return found.map((text) => text.trim()).filter((text) => text !== '');
  }, leaveOut);

export async function listEnglish(within: Locator, leaveOut = NO_TEXT): Promise<readonly string[]> {
  return [...new Set(await listTexts(within, leaveOut))].filter(isEnglish);
}

/** On a page that marks its texts: those that pass through no catalogue. */
export async function listUnmarkedEnglish(within: Locator): Promise<readonly string[]> {
  const unmarked = (await listTexts(within, NO_TEXT)).filter((text) => !text.includes(MARK));
  return [...new Set(unmarked)].filter(isEnglish);
}
