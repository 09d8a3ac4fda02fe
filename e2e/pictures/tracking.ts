import type { Page } from '@playwright/test';
import { expect } from '../test.ts';
import { chooseFromRunMenu, runDialog } from '../tracking-screen.ts';
import { expectMapAtRest, takePicture } from './gallery.ts';
import { button, close, dialog } from './screen.ts';

const PIG = 'CLN-16-02';

/** An active run: on the map, on the timeline, and its notification rules. */
export async function takeTrackingPictures(page: Page): Promise<void> {
  await chooseFromRunMenu(page, PIG, 'Zoom to Pig');
  for (let step = 0; step < 3; step++) await button(page, 'Zoom out').click();
  await expectMapAtRest(page);
  await takePicture(page, 'tracking');
  await button(page, new RegExp(`^Timeline of ${PIG}`)).click();
  const timeline = dialog(page, new RegExp(PIG));
  await expect(timeline.getByRole('table', { name: 'Next markers' })).toBeVisible();
  await takePicture(page, 'timeline');
  await close(timeline);
  await chooseFromRunMenu(page, PIG, 'Notifications');
  const notifications = runDialog(page, 'SMS Notifications');
  await notifications.getByRole('button', { name: /^Edit/ }).last().click();
  const rule = runDialog(page, 'Edit User Notification');
  await rule.getByRole('button', { name: /^Alerts/ }).click();
  await takePicture(page, 'alerts');
  await button(rule, 'Cancel').click();
  await button(notifications, 'Cancel').click();
  await takeInboxPicture(page);
}

async function takeInboxPicture(page: Page): Promise<void> {
  await button(page, /^Alerts:/).click();
  const inbox = page.getByRole('complementary', { name: 'Alerts', exact: true });
  await expect(inbox.getByRole('listitem').first()).toBeVisible();
  await takePicture(page, 'alert-inbox');
  await button(inbox, 'Close').click();
}
