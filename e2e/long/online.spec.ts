import { expect, LOST_CONNECTION, openAs, REFUSED_CALL, test } from '../test.ts';

test.use({ drawsMap: false });

const pill = (word: string) => ({ hasText: word });

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

test('[V-002] the agm hub gets the token, the stream hub only the session cookie', async ({ page, context }) => {
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

test('[A-049] an expired sign-in leads to login, also after a reload', async ({ page }) => {
  await openAs(page, 'viewer');
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('waymark.user') ?? '{}') as object;
    localStorage.setItem('waymark.user', JSON.stringify({ ...user, tokenExpiry: Date.now() - 1 }));
  });
  await page.reload();
  await expect(page).toHaveURL('/login/home');
});
