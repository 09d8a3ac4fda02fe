import { expect } from 'vitest';
import { OIDC_AUDIENCE, startTestProvider } from '../../../testing/oidc-provider.ts';
import { readCookie, startTestServer } from '../../../testing/test-server.ts';

const PUBLIC_URL = 'http://waymark.test';

interface Trip {
  readonly callback: Response;
  readonly hash: URLSearchParams;
  readonly refreshCookie: string;
}

/** A server beside an external identity provider. */
export async function startExternalServer(settings: Readonly<Record<string, string>> = {}) {
  const provider = await startTestProvider(`${PUBLIC_URL}/api/oidc/callback`);
  const server = await startTestServer({
    settings: {
      WAYMARK_PUBLIC_URL: PUBLIC_URL,
      WAYMARK_OIDC_ISSUER: provider.issuer,
      WAYMARK_OIDC_CLIENT_ID: 'waymark',
      WAYMARK_OIDC_CLIENT_SECRET: 'a client secret of the tests',
      WAYMARK_OIDC_AUDIENCE: OIDC_AUDIENCE,
      WAYMARK_OIDC_NAME: 'Pipeline ID',
      ...settings,
    },
  });
  return {
    provider,
    server,
    /** Signs the subject in at the provider and returns to the server. */
    travel: async (subject: string, tabState = 'tab-state'): Promise<Trip> => {
      const start = await server.call('GET', `/api/oidc/start?state=${tabState}`);
      expect(start.status).toBe(302);
      const cookie = `waymark_oidc=${readCookie(start, 'waymark_oidc') ?? ''}`;
      const back = new URL(await provider.signIn(start.headers.get('location') ?? '', subject));
      const callback = await server.call('GET', back.pathname + back.search, { headers: { cookie } });
      const hash = new URLSearchParams(callback.headers.get('location')?.split('#')[1] ?? '');
      return { callback, hash, refreshCookie: `waymark_refresh=${readCookie(callback, 'waymark_refresh') ?? ''}` };
    },
    close: async () => {
      await server.close();
      await provider.close();
    },
  };
}
