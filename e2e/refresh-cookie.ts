import type { BrowserContext } from '@playwright/test';

export async function readRefreshCookie(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'waymark_refresh');
  // Without a cookie the server would refuse for a reason that is not under test.
  if (!cookie) throw new Error('the browser has no refresh cookie');
  return `waymark_refresh=${cookie.value}`;
}

/** Sends a renewal with this cookie from outside the browser. */
export async function renew(url: string, cookie: string): Promise<number> {
  const headers = { 'content-type': 'application/json', cookie };
  return (await fetch(`${url}/api/oauth/token`, { method: 'POST', headers, body: '{"grant_type":"refresh_token"}' }))
    .status;
}
