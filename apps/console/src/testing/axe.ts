import axe from 'axe-core';
import { expect } from 'vitest';

/** A colour during a fade is not the colour that the user will see. */
async function finishAnimations(): Promise<void> {
  const running = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(running.map(({ finished }) => finished));
}

/** A component has no page around it: the journeys test its landmarks and headings. */
const OF_PAGES = ['region', 'landmark-one-main', 'page-has-heading-one', 'heading-order', 'bypass'];

/** Fails on every violation of WCAG 2.2 A and AA, and of axe's best practices, in the rendered content. */
export async function expectAccessible(element: Element = document.body): Promise<void> {
  await finishAnimations();
  const { violations } = await axe.run(element, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: Object.fromEntries(OF_PAGES.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  expect(found).toEqual([]);
}
