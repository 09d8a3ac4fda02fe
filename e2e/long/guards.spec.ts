import { emailOf, expect, expectLive, fillSignIn, openAs, PASSWORD, REFUSED_CALL, test } from '../test.ts';

test.use({ drawsMap: false });

test('[A-003, A-014] a hash at home or at /users goes to /authenticated, with the query', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(REFUSED_CALL);
  for (const path of ['/', '/users']) {
    await page.goto(`${path}?uid=7#access_token=x.y.z&scope=openid&expires_in=60`);
    await expect(page).toHaveURL(/\/authenticated\?uid=7/);
    await page.goto('about:blank');
  }
});

for (const who of ['admin', 'viewer'] as const) {
  test(`a signed-in ${who} who opens /users is sent home`, async ({ page }) => {
    await openAs(page, who);
    await page.goto('/users');
    await expectLive(page);
    await expect(page).toHaveURL('/');
  });
}

test('an unknown address shows an error and the way home', async ({ page }) => {
  await page.goto('/nowhere/at/all');
  await expect(page.getByRole('heading', { name: 'Nothing is here' })).toBeVisible();
  await page.getByRole('main').getByRole('link').or(page.getByRole('button')).first().click();
  await expect(page).toHaveURL('/login/home');
});

test('a redirect to another site leads home', async ({ page }) => {
  await page.goto('/login/https%3A%2F%2Fevil.example');
  await fillSignIn(page, emailOf('viewer'), PASSWORD);
  await expectLive(page);
  await expect(page).toHaveURL('/');
});
