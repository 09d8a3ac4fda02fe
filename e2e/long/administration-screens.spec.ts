import { chooseGroup, chosen, groups, press } from '../administration-screen.ts';
import { expect, openAs, test } from '../test.ts';

// The user management on the smallest phone. screens.spec.ts checks the look of its screens.

test.use({ drawsMap: false, viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

test('the list of companies is hidden on a phone while one is chosen, and comes back', async ({ page }) => {
  await openAs(page, 'superadmin', '/users');
  await expect(groups(page)).toBeVisible();
  await chooseGroup(page, 'Demo Pipelines');
  await expect(groups(page)).toBeHidden();
  await press(chosen(page), 'All groups');
  await expect(groups(page)).toBeVisible();
});
