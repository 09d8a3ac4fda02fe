import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const OIDC_AUDIENCE = 'https://api.waymark.test';
const SCOPES = 'admin:propipe admin:company user:company';

export interface TestProvider {
  readonly issuer: string;
  /** The role scope that users get from now on, and how the provider says that it asked for a second factor. */
  grant: { scope: string; company: string; amr?: readonly string[]; acr?: string };
  /** Signs in at the provider like a browser; returns the address that it redirects back to. */
  signIn(start: string, subject: string): Promise<string>;
  close(): Promise<void>;
}

/** Follows redirects and fills in the provider's forms until it redirects back to the client. */
async function browse(issuer: string, start: string, subject: string): Promise<string> {
  const cookies = new Map<string, string>();
  let request: { url: string; body?: URLSearchParams } = { url: start };
  for (let step = 0; step < 15; step++) {
    const response = await fetch(request.url, {
      method: request.body ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(request.body && { body: request.body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      const next = new URL(location, request.url).href;
      if (!next.startsWith(issuer)) return next;
      request = { url: next };
      continue;
    }
    const page = await response.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined)
      throw new Error(`no form at ${request.url}: ${page.slice(0, 300)}`);
    const body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: subject, password: 'any' }) });
    request = { url: new URL(action, request.url).href, body };
  }
  throw new Error('the provider led nowhere');
}

/** A real OpenID Connect provider on this machine. */
export async function startTestProvider(redirectUri: string): Promise<TestProvider> {
  const listener: Server = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const grant: TestProvider['grant'] = { scope: 'admin:company', company: 'Demo Pipelines' };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'waymark',
        client_secret: 'a client secret of the tests',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    claims: { openid: ['sub', 'amr', 'acr'], profile: ['name'], email: ['email'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: `Name of ${id}`,
        email: `${id.replaceAll(/\W/g, '')}@provider.test`,
      }),
    }),
    cookies: { keys: ['a cookie key of the tests'] },
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPES.split(' ')
            .filter((scope) => grant.scope.includes(scope))
            .join(' '),
          audience: OIDC_AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 3600,
        }),
      },
    },
    extraTokenClaims: () => ({ group: grant.company }),
  });
  // The forms of this provider ask for no second factor: its codes only say so.
  const code = provider.AuthorizationCode.prototype;
  const save = Reflect.get(code, 'save');
  code.save = function saveWithMethods(...given) {
    Object.assign(this, { amr: grant.amr && [...grant.amr], acr: grant.acr });
    return Reflect.apply(save, this, given);
  };
  const answer = provider.callback();
  listener.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    grant,
    signIn: (start, subject) => browse(issuer, start, subject),
    close: () => new Promise((resolve) => listener.close(() => resolve())),
  };
}
