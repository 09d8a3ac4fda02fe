import { API_AUDIENCE } from '@waymark/contract/routes/session';
import { normaliseEmail } from '@waymark/domain/account/email';
import { ACCOUNT_THROTTLE, ADDRESS_THROTTLE } from '@waymark/domain/account/throttle';
import { systemScope } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import { addressKey as keyOfAddress } from '../../platform/http/address-key.ts';
import { systemOrigin, type Call } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import { findUserByEmail, findUserById } from '../users/users.queries.ts';
import type { AccessTokens, IssuedToken } from './access-token.ts';
import { runAttempt } from './attempt-queue.ts';
import { accountKey, forgetAttempts, forgiveAttempt } from './attempts.store.ts';
import { REFRESH_COOKIE, type Cookies } from './cookies.ts';
import type { ExternalSignIn } from './external-sign-in.ts';
import { verifyPassword } from './passwords.ts';
import { findPasswordHash } from './session.queries.ts';
import { endSessions, findSessionOfRefreshToken, openSession, rotateRefreshToken } from './session.store.ts';
import { forgiveRefused, throttle, type Throttled } from './throttle.ts';
import type { Turn } from './turn-queue.ts';

interface SignInParts {
  readonly database: Database;
  readonly tokens: AccessTokens;
  readonly cookies: Cookies;
  readonly externalSignIn: ExternalSignIn | undefined;
}

export interface PasswordSignIn {
  readonly username: string;
  readonly password: string;
  readonly audience?: string | undefined;
}

function addressKey(call: Call): string {
  return `address:${keyOfAddress(call.address)}`;
}

/** Signing in, going on and signing out with the built-in provider. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  async withPassword(call: Call, given: PasswordSignIn): Promise<IssuedToken> {
    if (given.audience !== undefined && given.audience !== API_AUDIENCE) throw problem('wrong-audience');
    const { database, tokens, cookies } = this.#parts;
    const email = normaliseEmail(given.username);
    const user = await runAttempt(call.address, (turn) => this.#findByPassword(call, { email, password: given.password, turn }));
    const opened = await database.change(systemOrigin('sign-in', call), async (change) => {
      await forgetAttempts(change, accountKey(email));
      await forgiveAttempt(change, addressKey(call));
      const session = await openSession(change, { userId: user.id, address: call.address, userAgent: call.userAgent });
      await change.audit({ action: 'signed-in', objectType: 'user', objectId: user.id, groupId: user.group_id });
      return session;
    });
    cookies.setRefresh(call, opened.refreshToken);
    return tokens.issue({ ...user, userId: user.id, groupId: user.group_id, sessionId: opened.sessionId });
  }

  /** Goes on with the session of the refresh cookie. */
  async withRefreshCookie(call: Call): Promise<IssuedToken> {
    const { database, tokens, cookies, externalSignIn } = this.#parts;
    const presented = call.cookies[REFRESH_COOKIE];
    if (!presented) throw problem('refresh-refused');
    const rotation = await database.change(systemOrigin('session renewal', call), async (change) => {
      const outcome = await rotateRefreshToken(change, presented);
      if (outcome.kind === 'reused') {
        const user = await findUserById({ scope: change.scope, db: change.db }, outcome.userId);
        const told = { groupId: user?.group_id ?? null };
        await change.audit({ action: 'refresh-token-reused', objectType: 'user', objectId: outcome.userId, ...told });
      }
      return outcome;
    });
    if (rotation.kind !== 'renewed') {
      cookies.clearRefresh(call);
      throw problem('refresh-refused');
    }
    cookies.setRefresh(call, rotation.refreshToken);
    if (rotation.externalRefresh) {
      if (!externalSignIn) throw problem('refresh-refused');
      return externalSignIn.renew(rotation.sessionId, rotation.externalRefresh);
    }
    const user = await findUserById(database.read(systemScope('session renewal')), rotation.userId);
    if (!user) throw problem('refresh-refused');
    return tokens.issue({ ...user, userId: user.id, groupId: user.group_id, sessionId: rotation.sessionId });
  }

  async signOut(call: Call): Promise<void> {
    const { database, cookies } = this.#parts;
    const presented = call.cookies[REFRESH_COOKIE];
    cookies.clearRefresh(call);
    cookies.clearStream(call);
    if (!presented) return;
    await database.change(systemOrigin('sign-out', call), async (change) => {
      const session = await findSessionOfRefreshToken(change, presented);
      if (!session) return;
      const { userId, sessionId, groupId, isExternal } = session;
      await change.audit({ action: 'signed-out', objectType: 'user', objectId: userId, groupId });
      // Tokens of an external provider name no session: all of that person's end.
      await endSessions(change, { userId, ...(!isExternal && { sessionId }), reason: 'signed-out' }, 'signed out');
    });
  }

  async #findByPassword(call: Call, { email, password, turn }: { readonly email: string; readonly password: string; readonly turn: Turn }) {
    const { database } = this.#parts;
    const throttled: Throttled = {
      work: 'sign-in',
      keys: [
        [addressKey(call), ADDRESS_THROTTLE],
        [accountKey(email), ACCOUNT_THROTTLE],
      ],
    };
    await throttle(database, call, throttled);
    const reader = database.read(systemScope('sign-in'));
    const user = await findUserByEmail(reader, email);
    const stored = user && (await findPasswordHash(reader, user.id));
    const matches = await verifyPassword(stored, password, turn).catch(async (error: unknown) => {
      await database.change(systemOrigin('sign-in', call), (change) => forgiveRefused(change, throttled));
      throw error;
    });
    if (!user || !matches) throw problem('sign-in-refused');
    return user;
  }
}
