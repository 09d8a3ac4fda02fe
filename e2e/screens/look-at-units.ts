import type { UnitSystem } from '../../packages/domain/src/units/system.ts';
import type { Page } from '@playwright/test';
import { expect } from '../test.ts';
import type { Look } from './look.ts';

/** Units of one system, after a number or in brackets. A dialog that offers both systems names them without a number. */
const PATTERNS: Readonly<Record<UnitSystem, RegExp>> = {
  us: /\d ?(?:mi|ft|mph)\b|\d in(?=$|[.,;)\s]*$)|\((?:mi|ft|mph|in)\)/gm,
  metric: /\d ?(?:km|mm|m\/s)\b|\d m(?=$|[.,;)]| from| without)|\((?:km|mm|m|m\/s)\)/gm,
};
/** Controls of the form for files of other programs, where each column has a unit of its own. */
const OF_FILE_COLUMN = /^(?:Move|Remove) .+ \((?:m|km|ft|mi)\)(?: up| down)?$/;
const OTHERS: Readonly<Record<UnitSystem, UnitSystem>> = { us: 'metric', metric: 'us' };

/** Each visible text with what stands beside it, charts included; axes have the unit at their last number. */
function readTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Element) || !node.checkVisibility()) continue;
    for (const name of ['aria-label', 'aria-valuetext', 'title', 'placeholder']) {
      const text = node.getAttribute(name);
      if (text) texts.push(text);
    }
    const isLeaf = [...node.childNodes].some((child) => child instanceof Text && child.data.trim() !== '');
    if (isLeaf && !(node instanceof HTMLStyleElement || node instanceof HTMLScriptElement))
      texts.push(node.textContent ?? '');
  }
  return texts;
}

const listUnits = (texts: readonly string[], system: UnitSystem): string[] =>
  texts.filter((text) => text.match(PATTERNS[system]) !== null && !OF_FILE_COLUMN.test(text));

export interface UnitCount {
  own: number;
}

/** Checks that no text of a screen has a unit of the other system, and counts those of the own one. */
export const lookAtUnits =
  (page: Page, units: UnitSystem, count: UnitCount): Look =>
  async (name) => {
    const texts = await page.evaluate(readTexts);
    expect(listUnits(texts, OTHERS[units]), `${name} in ${units} units`).toEqual([]);
    count.own += listUnits(texts, units).length;
  };
