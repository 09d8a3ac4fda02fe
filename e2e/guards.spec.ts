import { emailOf, expect, expectLive, fillSignIn, PASSWORD, signIn, test } from './test.ts';

test.use({ drawsMap: false });

test(
  '[A-005, A-010, A-023] home without a user goes to login, keeps the query for later and returns',
  { tag: '@firefox' },
  async ({ page }) => {
    await page.goto('/?runId=12&markerName=AGM-3');
    await expect(page).toHaveURL('/login/home?runId=12&markerName=AGM-3');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('waymark.query'))).toContain('AGM-3');
    await fillSignIn(page, emailOf('admin'), PASSWORD);
    await expectLive(page);
    expect(new URL(page.url()).pathname).toBe('/');
  },
);

test('[A-004, A-047] the browser stores id, name, role and tokenExpiry, never a token: after a reload the cookie renews it', async ({
  page,
}) => {
  const begunMs = Date.now();
  await signIn(page, 'admin');
  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  const user = await page.evaluate(
    () => JSON.parse(localStorage.getItem('waymark.user') ?? '{}') as Record<string, unknown>,
  );
  expect(Object.keys(user).toSorted()).toEqual(['id', 'name', 'role', 'tokenExpiry']);
  expect(user).toMatchObject({ name: 'Dana Reyes', role: 'admin' });
  const issuedMs = Number(user['tokenExpiry']) - 3_600_000;
  expect(issuedMs).toBeGreaterThanOrEqual(begunMs);
  expect(issuedMs).toBeLessThanOrEqual(Date.now());
  expect(stored).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);

  const renewal = page.waitForRequest((request) => request.url().endsWith('/api/oauth/token'));
  await page.reload();
  expect((await renewal).postDataJSON()).toMatchObject({ grant_type: 'refresh_token' });
  await expectLive(page);
});

test('[A-012, A-013, A-015] /users asks for a sign-in, then shows the superadmin the user management', async ({
  page,
}) => {
  await page.goto('/users');
  await expect(page).toHaveURL('/login/userManagement');
  await fillSignIn(page, emailOf('superadmin'), PASSWORD);
  await expect(page).toHaveURL('/users');
  await expect(page.getByText('Demo Pipelines')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Demo Pipelines')).toBeVisible();
});
