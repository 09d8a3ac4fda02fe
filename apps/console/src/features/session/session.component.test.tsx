import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { answer, callsOf, holdAnswer, loseConnection, refuse } from '#/testing/fake-server.ts';
import { ensureSession, holdToken, renewSession } from './session.ts';
import { holdSession, onNewToken, readHeldToken, useSession, USER_KEY } from './session-store.ts';

const TOKEN = 'POST /oauth/token';
const HOUR_S = 3600;
const HOUR_MS = HOUR_S * 1000;
const MINUTE_MS = 60_000;

const GRANTED: ReplyAt<typeof TOKEN> = {
  access_token: 'renewed',
  scope: 'openid profile email admin:company',
  expires_in: HOUR_S,
  token_type: 'Bearer',
};
const DANA = { id: 7, name: 'Dana Reyes', role: 'admin' } as const;

const user = () => useSession.getState().user;
const end = () => useSession.getState().end;
const tokenOf = () => readHeldToken()?.token;
const renewals = () => callsOf(TOKEN).length;

/** A session whose token, valid for an hour, was received this long ago. */
function signIn(agoMs = 0): void {
  const receivedAt = Date.now() - agoMs;
  const expiresAt = receivedAt + HOUR_MS;
  holdSession({ ...DANA, tokenExpiry: expiresAt }, { token: 'held', receivedAt, expiresAt });
}

beforeEach(() => signIn());

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('ensureSession asks for no new token during the first half of its life', async () => {
  signIn(20 * MINUTE_MS);
  expect(await ensureSession()).toMatchObject(DANA);
  expect(renewals()).toBe(0);
});

it('ensureSession renews an older token, and takes the role of the new one', async () => {
  signIn(40 * MINUTE_MS);
  const told = vi.fn<(token: string) => void>();
  const stop = onNewToken(told);
  answer(TOKEN, { ...GRANTED, scope: 'openid profile email user:company' });
  expect(await ensureSession()).toMatchObject({ ...DANA, role: 'viewer' });
  expect(tokenOf()).toBe('renewed');
  expect(told.mock.calls).toEqual([['renewed']]);
  expect(JSON.parse(localStorage.getItem(USER_KEY) ?? '')).toMatchObject({ role: 'viewer' });
  stop();
});

it('ensureSession ends the session when the server refuses to renew it', async () => {
  signIn(40 * MINUTE_MS);
  refuse(TOKEN, 'forbidden');
  expect(await ensureSession()).toBeNull();
  expect([end(), tokenOf(), localStorage.getItem(USER_KEY)]).toEqual(['expired', undefined, null]);
});

it.each([
  ['no answer', () => loseConnection(TOKEN)],
  ['a failure of the server', () => refuse(TOKEN, 'internal-error')],
  ['too many requests', () => refuse(TOKEN, 'too-many-requests')],
])('ensureSession keeps the session after %s, because that is no refusal', async (_, fail) => {
  signIn(40 * MINUTE_MS);
  fail();
  await expect(ensureSession()).rejects.toThrow();
  expect(user()).toMatchObject(DANA);
  expect(tokenOf()).toBe('held');
});

it('ensureSession ends the session of a user who has lost all roles', async () => {
  signIn(40 * MINUTE_MS);
  answer(TOKEN, { ...GRANTED, scope: 'openid profile email' });
  expect(await ensureSession()).toBeNull();
  expect(end()).toBe('expired');
});

it('renewSession exchanges the cookie once for calls at the same time', async () => {
  answer(TOKEN, GRANTED);
  expect(await Promise.all([renewSession(), renewSession(), renewSession()])).toEqual(Array(3).fill('renewed'));
  expect(renewals()).toBe(1);
  await renewSession();
  expect(renewals()).toBe(2);
});

it('renewSession asks for nothing without a signed-in user', async () => {
  useSession.setState({ user: null });
  expect(await renewSession()).toBe('refused');
  expect(renewals()).toBe(0);
});

it('a call renews an expired token first, and once for several calls', async () => {
  signIn(2 * HOUR_MS);
  answer(TOKEN, GRANTED);
  answer('GET /userinfo', { sub: '7', name: DANA.name, email: 'dana.reyes@example.com' });
  await Promise.all([callApi('GET /userinfo'), callApi('GET /userinfo')]);
  expect(renewals()).toBe(1);
  expect(tokenOf()).toBe('renewed');
});

it('a call ends the session when its expired token is not renewed', async () => {
  signIn(2 * HOUR_MS);
  refuse(TOKEN, 'forbidden');
  await expect(callApi('GET /userinfo')).rejects.toThrow();
  expect(end()).toBe('expired');
  expect(callsOf('GET /userinfo')).toEqual([]);
});

/** Lets the time pass at which a held token is renewed. */
async function passUntilRenewal(): Promise<void> {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  holdToken(DANA, { accessToken: 'first', scope: GRANTED.scope, expiresInS: HOUR_S });
  await vi.advanceTimersByTimeAsync(55 * MINUTE_MS - 1);
  expect(renewals()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitUntil(() => renewals() === 1);
}

it('a token is renewed five minutes before it expires, without any call', async () => {
  answer(TOKEN, GRANTED);
  await passUntilRenewal();
  await vi.waitFor(() => expect(tokenOf()).toBe('renewed'));
});

it('a refused renewal ends the session only when the held token expires', async () => {
  refuse(TOKEN, 'forbidden');
  await passUntilRenewal();
  expect(user()).toMatchObject(DANA);
  await vi.advanceTimersByTimeAsync(4 * MINUTE_MS);
  expect(end()).toBeNull();
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  await vi.waitUntil(() => end() === 'expired');
});

it('a session outlives its token while the server cannot be reached', async () => {
  loseConnection(TOKEN);
  await passUntilRenewal();
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(user()).toMatchObject(DANA);
  answer(TOKEN, GRANTED);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await vi.waitUntil(() => tokenOf() === 'renewed');
});

/** Another tab of this browser has written to the storage. */
const storeElsewhere = (key: string | null, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

it('the session ends when the user signs out in another tab, or that tab clears the storage', () => {
  storeElsewhere(USER_KEY, null);
  expect([user(), end()]).toEqual([null, 'signed-out']);
  signIn();
  storeElsewhere(null, null);
  expect([user(), end()]).toEqual([null, 'signed-out']);
});

it('the session takes the changes of its user from another tab, and ignores other storage', () => {
  const stored = { ...DANA, name: 'Dana Reyes-Olsen', tokenExpiry: Date.now() + HOUR_MS };
  storeElsewhere('waymark.theme', null);
  expect(user()).toMatchObject(DANA);
  storeElsewhere(USER_KEY, JSON.stringify(stored));
  expect(user()).toEqual(stored);
});

it('a page without a user takes the sign-in of another tab', () => {
  useSession.setState({ user: null });
  const stored = { ...DANA, tokenExpiry: Date.now() + HOUR_MS };
  storeElsewhere(USER_KEY, JSON.stringify(stored));
  expect(user()).toEqual(stored);
});

it('a renewal that is answered after the session has ended does not bring it back, and keeps the reason', async () => {
  signIn(40 * MINUTE_MS);
  const held = holdAnswer(TOKEN);
  const ensured = ensureSession();
  await vi.waitUntil(() => renewals() === 1);
  storeElsewhere(USER_KEY, null);
  held.answer(GRANTED);
  expect(await ensured).toBeNull();
  expect([user(), tokenOf(), end()]).toEqual([null, undefined, 'signed-out']);
});
