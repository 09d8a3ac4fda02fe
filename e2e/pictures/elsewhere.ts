import type { Page } from '@playwright/test';
import { chooseGroup, openTab, agms } from '../administration-screen.ts';
import { expect } from '../test.ts';
import { expectMapAtRest, takePicture } from './gallery.ts';
import { button } from './screen.ts';

/** The companies of a superadmin, in the light theme. */
export async function takeAdministrationPicture(page: Page): Promise<void> {
  await page.getByRole('complementary', { name: 'Text messages' }).getByRole('button', { name: 'Close' }).click();
  await button(page, 'Use the light theme').click();
  await chooseGroup(page, 'Demo Pipelines');
  await openTab(page, 'AGMs');
  await expect(agms(page).first()).toBeVisible();
  await takePicture(page, 'administration');
}

/** The map on a phone. */
export async function takePhonePicture(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expectMapAtRest(page);
  await takePicture(page, 'phone');
}
