import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renewSession } from './session.ts';
import { useSession } from './session-store.ts';
import { describePendingSignOut } from './session-end.view.ts';
import { signInWithPassword } from './sign-in.data.ts';
import {
  beginSignOut,
  completeSignOut,
  isSignOutPending,
  repeatSignOut,
  SIGN_OUT_KEY,
  useSignOut,
} from './sign-out.ts';

const RETRY_MS = 15_000;
const ANSWERS: Readonly<Record<string, object>> = {
  '/api/oauth/token': { access_token: 'a.b.c', scope: 'user:company', expires_in: 60, token_type: 'Bearer' },
  '/api/userinfo': { sub: '7', name: 'Dana', email: 'dana@example.com' },
};
let stored: Map<string, string>;
let calls: string[];
let isServerThere: boolean;

function stubBrowser(): void {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('sessionStorage', { setItem: () => undefined });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    if (!isServerThere) throw new TypeError('Failed to fetch');
    return Response.json(ANSWERS[url] ?? {});
  });
}

beforeEach(() => {
  stored = new Map();
  calls = [];
  isServerThere = false;
  vi.useFakeTimers();
  stubBrowser();
});

afterEach(async () => {
  isServerThere = true;
  await repeatSignOut();
  useSession.setState({ user: null, end: null });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const LOGOUT = '/api/oauth/logout';
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a sign-out without the server', () => {
  it('[W-020] a sign-out stays pending in all tabs and is retried until the server confirms it', async () => {
    beginSignOut();
    await settle();
    expect([isSignOutPending(), stored.has(SIGN_OUT_KEY), useSignOut.getState().obstacle]).toEqual([
      true,
      true,
      'unreachable',
    ]);
    isServerThere = true;
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    await vi.waitFor(() => expect(useSignOut.getState().obstacle).toBeNull());
    expect([isSignOutPending(), stored.has(SIGN_OUT_KEY), useSignOut.getState().obstacle]).toEqual([
      false,
      false,
      null,
    ]);
    expect(calls).toEqual([LOGOUT, LOGOUT]);
    await vi.advanceTimersByTimeAsync(10 * RETRY_MS);
    expect(calls).toHaveLength(2);
  });

  it('[W-020] a pending sign-out refuses a renewal without a request to the server', async () => {
    useSession.setState({ user: { id: 7, name: 'Dana', role: 'viewer', tokenExpiry: Date.now() + 60_000 } });
    stored.set(SIGN_OUT_KEY, 'yes');
    isServerThere = true;
    expect(await renewSession()).toBe('refused');
    expect(calls).toEqual([]);
  });

  it('[W-020] a pending sign-out refuses a renewal whose response arrives after the sign-out of another tab', async () => {
    useSession.setState({ user: { id: 7, name: 'Dana', role: 'viewer', tokenExpiry: Date.now() + 60_000 } });
    isServerThere = true;
    const renewal = renewSession();
    stored.set(SIGN_OUT_KEY, 'yes');
    expect(await renewal).toBe('refused');
  });

  it('[W-020] a pending sign-out is completed before a new sign-in, which fails until then', async () => {
    stored.set(SIGN_OUT_KEY, 'yes');
    const signIn = () => signInWithPassword({ email: 'dana@example.com', password: 'x' });
    await expect(signIn()).rejects.toMatchObject({ code: 'unreachable' });
    isServerThere = true;
    await signIn();
    expect(calls).toEqual([LOGOUT, LOGOUT, '/api/oauth/token', '/api/userinfo']);
    expect(isSignOutPending()).toBe(false);
  });

  it('a pending sign-out is kept in this tab if the browser stores nothing', async () => {
    vi.stubGlobal('localStorage', undefined);
    beginSignOut();
    await settle();
    expect(isSignOutPending()).toBe(true);
    isServerThere = true;
    await completeSignOut();
    expect(isSignOutPending()).toBe(false);
  });

  it.each([
    [
      'offline',
      'Signing out is not complete: this browser is offline. It will be completed when the server can be reached.',
    ],
    [
      'unreachable',
      'Signing out is not complete: the server does not answer. It will be completed when the server can be reached.',
    ],
  ] as const)('[W-020] a pending sign-out is explained to the user who is %s', (obstacle, text) => {
    expect(describePendingSignOut(obstacle)).toBe(text);
  });
});
