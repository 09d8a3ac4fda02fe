import { isApiError } from '#/api/api-error.ts';
import { bearerSource } from '#/api/bearer.ts';
import { callPublicApi } from '#/api/client.ts';
import { shareUnderWay } from '#/api/once.ts';
import { Timer } from '#/api/timer.ts';
import { takeCookieTurn, beginSignOut, followSignOut, isSignOutPending } from './sign-out.ts';
import { roleOfToken, type Token, CONSOLE_CLIENT_ID } from './handover.ts';
import {
  forgetSession,
  holdSession,
  readHeldToken,
  useSession,
  type SessionEnd,
  computeTokenExpiry,
  isExpired,
  parseStoredUser,
  USER_KEY,
  type StoredUser,
} from './session-store.ts';

const EARLY_MS = 5 * 60_000;
const JITTER_MS = 60_000;
const RETRY_MS = 15_000;

interface TokenLife {
  readonly receivedAt: number;
  readonly expiresAt: number;
}

/**
 * When to renew a token, in ms from its arrival: five minutes before it expires, or halfway for a shorter life; a
 * random part (0 to 1) earlier, so that the tabs of one browser do not renew at once.
 */
export function planRenewalMs({ receivedAt, expiresAt }: TokenLife, chance: number): number {
  const lifeMs = Math.max(0, expiresAt - receivedAt);
  const early = Math.min(EARLY_MS, lifeMs / 2);
  return Math.max(0, lifeMs - early - chance * Math.min(JITTER_MS, early));
}

/**
 * The wait after a failed renewal, or null if a refused sign-in has expired. While the server is unreachable a user
 * could not sign in again: the screen stays, marked as offline.
 */
export function planRetryMs(outcome: 'refused' | 'unreachable', expiresAt: number, nowMs: number): number | null {
  if (outcome === 'unreachable') return RETRY_MS;
  const leftMs = expiresAt - nowMs;
  return leftMs > 0 ? leftMs : null;
}

/** A browser that a user has signed out of shows no messages for them any more. The server finds out at the next one. */
async function endPush(): Promise<void> {
  const { serviceWorker: container } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  try {
    const registration = await container?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // Without push there is nothing to end.
  }
}

type Renewal = 'renewed' | 'refused';

const nextRenewal = new Timer();

export type Identity = Pick<StoredUser, 'id' | 'name' | 'role'>;

/** Starts or continues the session of a user whom the server has identified. */
export function holdToken({ id, name, role }: Identity, { accessToken, expiresInS }: Token): void {
  const receivedAt = Date.now();
  const expiresAt = computeTokenExpiry(receivedAt, expiresInS);
  holdSession({ id, name, role, tokenExpiry: expiresAt }, { token: accessToken, receivedAt, expiresAt });
  renewLater(planRenewalMs({ receivedAt, expiresAt }, Math.random()));
}

export function endSession(end: SessionEnd | null): void {
  nextRenewal.stop();
  forgetSession(end);
}

/** Ends the session in all tabs, and on the server as soon as it can be reached. */
export function signOut(): void {
  void endPush();
  beginSignOut();
  endSession(null);
}

async function requestRenewal(): Promise<Renewal> {
  const { user } = useSession.getState();
  if (!user || isSignOutPending()) return 'refused';
  try {
    const reply = await callPublicApi('POST /oauth/token', {
      body: { grant_type: 'refresh_token', client_id: CONSOLE_CLIENT_ID },
    });
    const token = { accessToken: reply.access_token, scope: reply.scope, expiresInS: reply.expires_in };
    const role = roleOfToken(token);
    // The session may have ended, in any tab, while the answer was on its way.
    if (!role || isSignOutPending() || useSession.getState().user?.id !== user.id) return 'refused';
    holdToken({ ...user, role }, token);
    return 'renewed';
  } catch (error) {
    if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) return 'refused';
    throw error;
  }
}

/**
 * Exchanges the refresh cookie for a new token, one tab at a time, because each exchange replaces the cookie. Throws if
 * the server cannot be reached.
 */
export const renewSession = shareUnderWay(() => takeCookieTurn(requestRenewal));

function renewLater(delayMs: number): void {
  nextRenewal.start(renewOnTime, delayMs);
}

async function renewOnTime(): Promise<void> {
  const outcome = await renewSession().catch(() => 'unreachable' as const);
  const token = readHeldToken();
  if (outcome === 'renewed' || !token) return;
  const retryMs = planRetryMs(outcome, token.expiresAt, Date.now());
  if (retryMs === null) endSession('expired');
  else renewLater(retryMs);
}

/** The token for a call; null after it has expired, so that the call renews it first. */
function readLiveToken(): string | null {
  const token = readHeldToken();
  return token && !isExpired({ tokenExpiry: token.expiresAt }, Date.now()) ? token.token : null;
}

/** A session that has ended already keeps its reason. */
function expireSession(): void {
  if (useSession.getState().user) endSession('expired');
}

async function renewForCall(): Promise<string | null> {
  const outcome = await renewSession();
  if (outcome === 'refused') expireSession();
  return readLiveToken();
}

/** For guards: renews the token unless this page got one just now. */
export async function ensureSession(): Promise<StoredUser | null> {
  const token = readHeldToken();
  const isFresh = token !== null && Date.now() < token.receivedAt + (token.expiresAt - token.receivedAt) / 2;
  if (!isFresh && (await renewSession()) === 'refused') expireSession();
  return useSession.getState().user;
}

/** Another tab has signed in or out, or renewed its token. */
function followOtherTab({ key, newValue }: StorageEvent): void {
  if (key !== USER_KEY && key !== null) return;
  const before = useSession.getState().user;
  const after = parseStoredUser(key === null ? null : newValue);
  if (!after) {
    if (before) endSession('signed-out');
  } else if (before && before.id !== after.id) {
    // Another user has signed in: this page must not show the previous user's data.
    location.assign('/');
  } else {
    useSession.setState({ user: after });
  }
}

/** Provides calls with their token and follows the other tabs. Called once, before the first screen. */
export function startSession(): void {
  bearerSource.put({ readToken: readLiveToken, renewToken: renewForCall, endSession: () => endSession('expired') });
  window.addEventListener('storage', followOtherTab);
  followSignOut();
}
