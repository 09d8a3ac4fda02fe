import { chooseFromUserMenu, expect, expectLive, LOST_CONNECTION, openAs, REFUSED_CALL, test } from './test.ts';

test.use({ drawsMap: false });

const pill = (word: string) => ({ hasText: word });

test('[V-007, V-016] without a network the pill says Offline and nothing can be saved', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
  await openAs(page, 'admin');
  await chooseFromUserMenu(page, 'Notifications / SMS Opt-in');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /^Opt-in/ }).check();
  await dialog.getByLabel(/phone/i).fill('9185550134');
  const save = dialog.getByRole('button', { name: 'Save Messaging Settings' });
  await expect(save).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByRole('status').filter(pill('Offline'))).toBeVisible();
  await expect(save).toBeDisabled();

  await context.setOffline(false);
  await expectLive(page);
  await expect(save).toBeEnabled();
  await expect(dialog.getByLabel(/phone/i)).toHaveValue('9185550134');
});

test('the top bar fits at every width, offline and with the longest texts', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
  await openAs(page, 'superadmin');
  await context.setOffline(true);
  await expect(page.getByRole('status').filter(pill('Offline'))).toBeVisible();
  for (const width of [360, 640, 900, 1100, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    const bar = page.getByRole('banner');
    const overflow = await bar.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect({ width, overflow }).toEqual({ width, overflow: 0 });
    const menu = await page.getByRole('button', { name: /^User menu/ }).boundingBox();
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(width);
  }
});

test('[V-005, V-006] when the server is gone the console reconnects, and is live again when it is back', async ({
  page,
  site,
  expectedErrors,
}) => {
  expectedErrors.push(LOST_CONNECTION, REFUSED_CALL);
  await openAs(page, 'viewer');
  await site.stop();
  await expect(page.getByRole('status').filter(pill('Reconnecting'))).toBeVisible();
  await site.start();
  await expectLive(page);
});

test('[V-002] the agm hub gets the token, the stream hub the cookie of the session and no token', async ({
  page,
  context,
}) => {
  const sent: string[] = [];
  page.on('websocket', (socket) => {
    expect(new URL(socket.url()).pathname).toBe('/hub/');
    socket.on('framesent', ({ payload }) => sent.push(payload.toString()));
  });
  await openAs(page, 'admin');
  await expect.poll(() => sent.filter((frame) => frame.includes('/stream')).length).toBeGreaterThan(0);
  expect(sent.filter((frame) => frame.includes('/agm') && frame.includes('eyJ'))).not.toEqual([]);
  expect(sent.filter((frame) => frame.includes('/stream') && frame.includes('eyJ'))).toEqual([]);
  const cookie = (await context.cookies()).find(({ name }) => name === 'waymark_stream');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
});

test('[A-049] a session that has ended elsewhere leads to login and says why', async ({
  page,
  site,
  expectedErrors,
}) => {
  // Of what is still being read when the session ends.
  expectedErrors.push(REFUSED_CALL);
  await openAs(page, 'viewer');
  await site.setPassword('viewer@demo.waymark', 'Waymark-demo-1', 'Waymark-demo-1');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText(/password/i).first()).toBeVisible();
});

test('[A-049] an expired sign-in leads to login, also after a reload', async ({ page }) => {
  await openAs(page, 'viewer');
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('waymark.user') ?? '{}') as object;
    localStorage.setItem('waymark.user', JSON.stringify({ ...user, tokenExpiry: Date.now() - 1 }));
  });
  await page.reload();
  await expect(page).toHaveURL('/login/home');
});
