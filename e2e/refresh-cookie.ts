import type { BrowserContext } from '@playwright/test';

export async function readRefreshCookie(context: BrowserContext): Promise<string> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'waymark_refresh');
  // Without one the server would refuse for another reason than the test is about.
  if (!cookie) throw new Error('the browser has no refresh cookie');
  return `waymark_refresh=${cookie.value}`;
}

/** Sends a renewal with this cookie from another program than the browser. */
export async function renew(url: string, cookie: string): Promise<number> {
  const headers = { 'content-type': 'application/json', cookie };
  return (await fetch(`${url}/api/oauth/token`, { method: 'POST', headers, body: '{"grant_type":"refresh_token"}' }))
    .status;
}
