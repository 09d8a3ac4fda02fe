import { chooseGroup, chosen, groups, press } from '../administration-screen.ts';
import { expect, openAs, test } from '../test.ts';

// The user management on the smallest phone. How its screens look is told in screens.spec.ts.

test.use({ drawsMap: false, viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

test('on a phone the groups give way to what was chosen, and come back', async ({ page }) => {
  await openAs(page, 'superadmin', '/users');
  await expect(groups(page)).toBeVisible();
  await chooseGroup(page, 'Demo Pipelines');
  await expect(groups(page)).toBeHidden();
  await press(chosen(page), 'All groups');
  await expect(groups(page)).toBeVisible();
});
