import { emailOf, expect, expectLive, fillSignIn, PASSWORD, REFUSED_CALL, test } from './test.ts';

test.use({ drawsMap: false, reducedMotion: 'no-preference' });

test('[A-026] a refused sign-in shows the error description of the provider in red', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  await page.goto('/login');
  await fillSignIn(page, 'admin@demo.waymark', 'not the password');
  const note = page.getByRole('alert').filter({ hasText: 'Wrong email or password.' });
  await expect(note).toBeVisible();
  const [red, green, blue] = await note.evaluate(
    (element) => getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [],
  );
  expect(red).toBeGreaterThan(2 * Math.max(green ?? 0, blue ?? 0));
  await expect(page.getByLabel('Email')).toHaveValue('admin@demo.waymark');
});

test('[W-506] the sign-in form does not move when the demo sign-ins arrive, not even during a click', async ({
  page,
}) => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/console/settings', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(emailOf('admin'));
  await page.getByLabel('Password').fill(PASSWORD);
  const submit = page.getByRole('button', { name: 'Submit' });
  const before = await submit.boundingBox();
  await submit.hover();
  await page.mouse.down();
  answer();
  await expect(page.getByRole('region', { name: 'Demo sign-ins' })).toBeVisible();
  expect(await submit.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expectLive(page);
});

test.describe('with a map', () => {
  test.use({ drawsMap: true });

  test("[A-002] the demo's admin gets in with one click and sees the map", { tag: '@firefox' }, async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: /^admin /i }).click();
    await expectLive(page);
    await expect(page).toHaveURL('/');
    await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible();
  });
});
