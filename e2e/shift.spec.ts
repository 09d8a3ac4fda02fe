import type { Page } from '@playwright/test';
import { chooseFromUserMenu, expect, openAs, test } from './test.ts';

// The shift log of the demo company and its handovers.

test.use({ drawsMap: false });

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const dialog = (page: Page) => page.getByRole('dialog');

test('[W-368, W-371, W-373, W-374] a note with a file is saved, a handover is signed and accepted, and a viewer has no such screen', async ({
  page,
  openConsole,
}) => {
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'Shift log');
  await expect(page).toHaveURL('/shift');
  const composer = page.getByRole('form', { name: 'New note' });
  const text = `Valve 3 is closed ${Date.now()}`;
  await page.getByLabel('Attach a file').setInputFiles({
    name: 'valve.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('closed'),
  });
  await composer.getByRole('textbox', { name: 'New note' }).fill(text);
  // A console that is not live yet saves nothing.
  await expect(composer.getByRole('button', { name: 'Save note' })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  const entry = region(page, 'Entries').getByRole('listitem').filter({ hasText: text });
  await expect(entry).toContainText('Dana Reyes');
  const download = page.waitForEvent('download');
  await entry.getByRole('button', { name: /^valve\.txt/ }).click();
  expect((await download).suggestedFilename()).toBe('valve.txt');

  await page.getByRole('tab', { name: /^Handovers/ }).click();
  const draft = region(page, 'Hand over');
  await draft.getByRole('button', { name: 'Hand over' }).click();
  await expect(draft.getByText(text)).toBeVisible();
  await draft.getByLabel('Your words to the next shift').fill('Watch valve 3');
  await draft.getByRole('button', { name: 'Sign' }).click();
  await dialog(page).getByRole('button', { name: 'Sign' }).click();
  const sheet = region(page, /^Handover \d+$/);
  await expect(sheet.getByText('Watch valve 3')).toBeVisible();
  await sheet.getByRole('button', { name: 'Accept' }).click();
  await dialog(page).getByLabel('Remark').fill('No relief on this shift');
  await dialog(page).getByRole('button', { name: 'Accept' }).click();
  await expect(sheet.getByText(/Accepted by Dana Reyes/)).toBeVisible();
  const file = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'PDF' }).click();
  expect((await file).suggestedFilename()).toMatch(/^handover_.*\.pdf$/);

  const viewer = await openConsole('viewer');
  await viewer.goto('/shift');
  await expect(viewer).not.toHaveURL('/shift');
});
