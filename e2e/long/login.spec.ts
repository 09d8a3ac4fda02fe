import { emailOf, expect, expectLive, fillSignIn, PASSWORD, signIn, test } from '../test.ts';

test.use({ drawsMap: false, reducedMotion: 'no-preference' });

test('[A-020] the release notes are requested from the site root with GET, bypassing every cache', async ({ page }) => {
  const asked = page.waitForRequest('**/release-notes.json');
  await page.goto('/login');
  const request = await asked;
  expect(request.method()).toBe('GET');
  expect(new URL(request.url()).pathname).toBe('/release-notes.json');
  expect((await request.allHeaders())['cache-control']).toBe('no-cache');
});

test('[A-042, A-043, W-221] the sign-in requests all scopes, and its token never stands in the address', async ({
  page,
}) => {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  const asked = page.waitForRequest('**/api/oauth/token');
  await page.goto('/login');
  await fillSignIn(page, emailOf('viewer'), PASSWORD);
  expect((await asked).postDataJSON()).toMatchObject({
    scope: 'openid profile email admin:propipe admin:company user:company',
    audience: 'waymark-api',
  });
  const granted = await (await asked).response();
  expect(await granted?.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  await expectLive(page);
  expect(addresses.filter((address) => address.includes('#'))).toEqual([]);
});

test.describe('with a map', () => {
  test.use({ drawsMap: true });

  for (const who of ['viewer', 'superadmin'] as const) {
    test(`[A-002] the demo's ${who} gets in with one click and sees the map`, async ({ page }) => {
      await page.goto('/login');
      await page.getByRole('button', { name: new RegExp(`^${who} `, 'i') }).click();
      await expectLive(page);
      await expect(page).toHaveURL('/');
      await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible();
    });
  }
});

test.describe('another browser', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  });
  test('[A-022] an unsupported browser shows a warning that the user can dismiss', async ({ page }) => {
    await page.goto('/login');
    const dialog = page.getByRole('dialog', { name: 'Unsupported Browser' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button').last().click();
    await expect(dialog).toBeHidden();
    await fillSignIn(page, emailOf('viewer'), PASSWORD);
    await expectLive(page);
  });
});

test('Chrome shows no browser warning', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[A-045, A-046] every call carries the bearer token and goes to one host', async ({ page, site }) => {
  const calls: { url: string; bearer: boolean }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    const isBeforeSignIn = /\/(?:oauth|console\/settings)/.test(pathname);
    calls.push({
      url: request.url(),
      bearer: isBeforeSignIn || /^Bearer \S+$/.test(request.headers()['authorization'] ?? ''),
    });
  });
  await signIn(page, 'superadmin');
  await page.goto('/users');
  await expect(page.getByText('Demo Pipelines')).toBeVisible();
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter(({ bearer }) => !bearer)).toEqual([]);
  expect(new Set(calls.map(({ url }) => new URL(url).origin))).toEqual(new Set([site.url]));
});
