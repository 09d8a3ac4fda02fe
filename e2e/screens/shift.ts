import type { Page } from '@playwright/test';
import { emailOf, expect, openAs } from '../test.ts';
import type { Walk } from './look.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** The shift log, a draft with its sheet, and a signed handover. */
export const walkShift: Walk = async (page, site, look) => {
  const note = 'Crew 2 is at AGM 04.\nValve 3 is closed until it calls.';
  await site.callAs(emailOf('admin'), 'POST', '/shift/notes', { note });
  await openAs(page, 'admin', '/shift');
  await expect(region(page, 'Entries').getByText('Valve 3 is closed').first()).toBeVisible();
  await look('shift-log');
  await page.getByRole('tab', { name: /^Handovers/ }).click();
  const draft = region(page, 'Hand over');
  await draft.getByRole('button', { name: 'Hand over' }).click();
  await expect(draft.getByRole('button', { name: 'Sign' })).toBeEnabled();
  await look('shift-draft');
  await draft.getByRole('button', { name: 'Sign' }).click();
  await expect(dialog(page)).toBeVisible();
  await look('shift-sign');
  await page.keyboard.press('Escape');
  await draft.getByRole('button', { name: 'Discard' }).click();
  await dialog(page).getByRole('button', { name: 'Discard' }).click();
  await page
    .getByRole('button', { name: /^Show Handover/ })
    .first()
    .click();
  await expect(region(page, /^Handover \d/).first()).toBeVisible();
  await look('shift-handover');
};
