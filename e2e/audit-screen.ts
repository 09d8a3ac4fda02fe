import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

// The window of the audit log.

export const audit = (page: Page) => page.getByRole('dialog', { name: 'Audit Log' });
export const errors = (page: Page) => page.getByRole('dialog', { name: 'Error Log' });
export const rows = (page: Page) => audit(page).locator('tbody tr:not([aria-hidden])');
export const search = (page: Page) => audit(page).getByRole('button', { name: 'Search' }).click();

export const OTHER = { company: 'Northern Lines', email: 'admin@northern.test' };

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`),
  ).toEqual([]);
}
