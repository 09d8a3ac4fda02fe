import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearerSource } from './bearer.ts';
import { callApi, callPublicApi } from './client.ts';

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const user = { sub: '7', name: 'Dana Reyes', email: 'dana.reyes@example.com' };

/** A server that accepts these tokens and refuses all others; records what it was sent. */
function serve(accepted: readonly string[]) {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    const token = new Headers(headers).get('authorization');
    sent.push(token);
    return accepted.includes(token?.replace('Bearer ', '') ?? '') ? json(user) : json({}, 401);
  });
  return sent;
}

function signInAs(parts: { readonly token: string | null; readonly renewed: string | null }) {
  const endSession = vi.fn<() => void>();
  const renewToken = vi.fn<() => Promise<string | null>>(async () => parts.renewed);
  bearerSource.put({ readToken: () => parts.token, renewToken, endSession });
  return { endSession, renewToken };
}

describe('a call of the signed-in user', () => {
  beforeEach(() => {
    signInAs({ token: null, renewed: null });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('[A-045] a call of the signed-in user has the bearer token', async () => {
    const sent = serve(['good']);
    const { renewToken } = signInAs({ token: 'good', renewed: null });
    expect(await callApi('GET /userinfo')).toEqual(user);
    expect(sent).toEqual(['Bearer good']);
    expect(renewToken).not.toHaveBeenCalled();
  });

  it('a call fetches a token first if the page has none yet', async () => {
    const sent = serve(['fresh']);
    signInAs({ token: null, renewed: 'fresh' });
    await callApi('GET /userinfo');
    expect(sent).toEqual(['Bearer fresh']);
  });

  it('a call renews a refused token once and is repeated', async () => {
    const sent = serve(['fresh']);
    const { endSession } = signInAs({ token: 'stale', renewed: 'fresh' });
    expect(await callApi('GET /userinfo')).toEqual(user);
    expect(sent).toEqual(['Bearer stale', 'Bearer fresh']);
    expect(endSession).not.toHaveBeenCalled();
  });

  it('a call ends the session if the new token is refused too, and does not try again', async () => {
    const sent = serve([]);
    const { endSession, renewToken } = signInAs({ token: 'stale', renewed: 'fresh' });
    await expect(callApi('GET /userinfo')).rejects.toMatchObject({ status: 401 });
    expect(sent).toHaveLength(2);
    expect(renewToken).toHaveBeenCalledOnce();
    expect(endSession).toHaveBeenCalledOnce();
  });

  it('a call without a session is not sent', async () => {
    const sent = serve(['good']);
    await expect(callApi('GET /userinfo')).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(sent).toEqual([]);
  });

  it("a call with another token does not affect this session's token, refused or not", async () => {
    const sent = serve([]);
    const { endSession, renewToken } = signInAs({ token: 'good', renewed: 'fresh' });
    await expect(callApi('GET /userinfo', { token: 'foreign' })).rejects.toMatchObject({ status: 401 });
    expect(sent).toEqual(['Bearer foreign']);
    expect(renewToken).not.toHaveBeenCalled();
    expect(endSession).not.toHaveBeenCalled();
  });
});

describe('a public call', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('a public call has no token, and a refusal causes no renewal', async () => {
    const sent = serve(['good']);
    const { renewToken } = signInAs({ token: 'good', renewed: 'fresh' });
    await expect(callPublicApi('POST /oauth/logout')).rejects.toMatchObject({ status: 401 });
    expect(sent).toEqual([null]);
    expect(renewToken).not.toHaveBeenCalled();
  });

  it('a public call with a response that violates the contract fails in development', async () => {
    vi.stubGlobal('fetch', async () => json({ access_token: 7 }));
    const body = { grant_type: 'refresh_token' } as const;
    await expect(callPublicApi('POST /oauth/token', { body })).rejects.toThrow('against the contract');
  });
});
