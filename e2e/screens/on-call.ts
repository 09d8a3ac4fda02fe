import type { Page } from '@playwright/test';
import type { Site } from '../site.ts';
import { emailOf, expect, openAs } from '../test.ts';
import type { Look, Walk } from './look.ts';

const dialog = (page: Page) => page.getByRole('dialog');

export async function lookAtDialog(page: Page, button: string, look: Look, name: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await expect(dialog(page)).toBeVisible();
  await look(name);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
}

/** An override of today, so that the calendar shows one. */
async function addOverride(site: Site): Promise<void> {
  const write = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  const now = Date.now();
  const body = { userId: null, from: write(now), until: write(now + 6 * 3_600_000) };
  await site.callAs(emailOf('admin'), 'POST', '/on-call/overrides', body);
}

/** The on-call roster, its dialogs, and the steps of escalation. */
export const walkOnCall: Walk = async (page, site, look) => {
  await addOverride(site);
  await openAs(page, 'admin', '/on-call');
  await expect(page.getByRole('region', { name: 'Roster' })).toBeVisible();
  await look('on-call');
  await lookAtDialog(page, 'Edit shifts', look, 'on-call-shifts');
  await lookAtDialog(page, 'Add override', look, 'on-call-override');
  await lookAtDialog(page, 'Remove override', look, 'on-call-remove');
  await lookAtDialog(page, 'Edit steps', look, 'on-call-steps');
  await lookAtDialog(page, 'Add path', look, 'on-call-path');
};
