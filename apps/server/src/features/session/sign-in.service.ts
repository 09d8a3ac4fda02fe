import type { RouteInput } from '@waymark/contract/route';
import { API_AUDIENCE, type sessionRoutes } from '@waymark/contract/routes/session';
import type { PasskeyProof } from '@waymark/contract/session/passkey';
import { normaliseEmail } from '@waymark/domain/account/email';
import type { UserId } from '@waymark/domain/ids';
import { systemScope } from '../../platform/access/scope.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin, type Call } from '../../platform/http/call.ts';
import { problem, Problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { findUserByEmail, findUserById } from '../users/users.queries.ts';
import { ACCESS_TOKEN_LIFE_S, type AccessTokens, type IssuedToken } from './tokens/access-token.ts';
import { runAttempt } from './throttle/attempt-queue.ts';
import { accountKey } from './throttle/attempts.store.ts';
import type { Cookies } from './cookies.ts';
import type { ExternalSignIn } from './external/external-sign-in.ts';
import { externalSessionId } from './external/external-token.ts';
import { openSession, type OpenedSession } from './open-session.store.ts';
import type { Passkeys } from './second-factor/passkeys/passkeys.service.ts';
import { listMethods } from './second-factor/second-factor.queries.ts';
import { consumeCode, type Proof } from './second-factor/second-factor.store.ts';
import { findTicket, holderOfTicket, issueTicket, consumeTicket } from './second-factor/sign-in-tickets.store.ts';
import { comparePassword, countPasswordAttempt, settleAttempt, settleFirstStep } from './throttle/password-attempt.ts';
import { holdPassword } from './passwords/passwords.ts';
import { rotateRefreshToken, type PresentedToken, type RenewedSession } from './tokens/refresh-tokens.store.ts';
import type { SessionRules } from './session-rules.ts';
import { findPasswordHash } from './session.queries.ts';
import { endSessions, findSessionOfRefreshToken } from './session.store.ts';
import type { SetStreamCookie } from './stream-cookie.ts';
import type { Turn } from './throttle/turn-queue.ts';

interface SignInParts {
  readonly database: Database;
  readonly tokens: AccessTokens;
  readonly cookies: Cookies;
  readonly setStreamCookie: SetStreamCookie;
  readonly rules: SessionRules;
  /** Opens the secrets of authenticator apps. */
  readonly box: SecretBox;
  readonly log: Log;
  readonly passkeys: Passkeys;
  readonly externalSignIn: ExternalSignIn | undefined;
}

type Grant = RouteInput<typeof sessionRoutes.issueToken>['body'];

export interface PasswordSignIn {
  readonly username: string;
  readonly password: string;
  readonly audience?: string | undefined;
}

type SignedInUser = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>;

interface ComparedUser {
  readonly user: SignedInUser;
  /** The stored hash that the password matched. */
  readonly compared: string;
}

const signInUse = (userId: UserId, ticket: string) =>
  ({ userId, purpose: 'sign-in', holder: holderOfTicket(ticket) }) as const;

/** Sign-in, renewal and sign-out with the built-in provider. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Issues a token for any of the grants. */
  with(call: Call, grant: Grant): Promise<IssuedToken> {
    switch (grant.grant_type) {
      case 'password':
        return this.withPassword(call, grant);
      case 'mfa-otp':
        return this.#withSecondStep(call, grant.mfa_token, (change, userId) =>
          consumeCode(change, { userId, code: grant.otp, box: this.#parts.box }),
        );
      case 'mfa-passkey':
        return this.#withPasskey(call, grant.mfa_token, grant.passkey);
      case 'refresh_token':
        return this.withRefreshCookie(call);
    }
  }

  async withPassword(call: Call, given: PasswordSignIn): Promise<IssuedToken> {
    if (given.audience !== undefined && given.audience !== API_AUDIENCE) throw problem('wrong-audience');
    const email = normaliseEmail(given.username);
    const { user, step } = await runAttempt(call.address, async (turn) => {
      const found = await this.#findByPassword(call, { email, password: given.password, turn });
      return { user: found.user, step: await this.#open(call, email, found) };
    }).catch((error: unknown) => this.#logFailure(call, accountKey(email), error));
    if ('ticket' in step) throw problem('second-factor-needed', { mfaToken: step.ticket, mfaMethods: step.methods });
    return this.#finish(call, user, step);
  }

  /** The challenge for a passkey, with the ticket of the first step. */
  async requestPasskey(call: Call, ticket: string) {
    const waiting = await findTicket(this.#parts.database.read(systemScope('sign-in')), ticket);
    if (!waiting) throw problem('sign-in-expired');
    return this.#parts.passkeys.request(call, signInUse(waiting.id, ticket));
  }

  #withPasskey(call: Call, ticket: string, passkey: PasskeyProof): Promise<IssuedToken> {
    return this.#withSecondStep(
      call,
      ticket,
      () => Promise.resolve('passkey'),
      (userId) => this.#parts.passkeys.prove(call, signInUse(userId, ticket), passkey),
    );
  }

  /**
   * The second step, with the ticket of the first one: a code, which is used up in the change that opens the session, or
   * a passkey, whose use stands even if no session is opened.
   */
  async #withSecondStep(
    call: Call,
    ticket: string,
    prove: (change: Change, userId: UserId) => Promise<Proof | undefined>,
    before: (userId: UserId) => Promise<void> = () => Promise.resolve(),
  ): Promise<IssuedToken> {
    const { database } = this.#parts;
    let account: string | undefined;
    const { user, opened } = await runAttempt(call.address, async () => {
      const waiting = await findTicket(database.read(systemScope('sign-in')), ticket);
      if (!waiting) throw problem('sign-in-expired');
      const email = normaliseEmail(waiting.email);
      account = accountKey(email);
      await countPasswordAttempt(database, call, email);
      await before(waiting.id);
      return this.#openByProof(call, { email, ticket, prove });
    }).catch((error: unknown) => this.#logFailure(call, account, error));
    return this.#finish(call, user, opened);
  }

  #logFailure(call: Call, account: string | undefined, error: unknown): never {
    const code = error instanceof Problem ? error.code : 'internal-error';
    this.#parts.log.info({ requestId: call.requestId, address: call.address, account, code }, 'sign-in failed');
    throw error;
  }

  /** Sets the cookies of an opened session and issues its token. */
  async #finish(call: Call, user: SignedInUser, opened: OpenedSession): Promise<IssuedToken> {
    const { tokens, cookies, setStreamCookie } = this.#parts;
    cookies.setRefresh(call, opened.refreshToken, opened.expiresAt);
    const subject = { ...user, userId: user.id, groupId: user.group_id, sessionId: opened.sessionId };
    const issued = await tokens.issue(subject);
    await setStreamCookie(call, subject, issued.expiresInS);
    return issued;
  }

  /** Renews the session of the refresh cookie. */
  async withRefreshCookie(call: Call): Promise<IssuedToken> {
    const { cookies, setStreamCookie } = this.#parts;
    const presented = cookies.readRefresh(call);
    if (!presented) throw problem('refresh-refused');
    const rotation = await this.#rotate(call, presented);
    if (rotation.kind !== 'renewed') {
      cookies.clearRefresh(call);
      throw problem('refresh-refused');
    }
    const { session, refreshToken } = rotation;
    const lifeS = Math.floor((session.endsAt.getTime() - Date.now()) / 1000);
    if (lifeS < 1) throw problem('refresh-refused');
    cookies.setRefresh(call, refreshToken, session.expiresAt);
    const { userId, sessionId, externalRefresh } = session;
    const issued = externalRefresh
      ? await this.#renewAtProvider(sessionId, externalRefresh, lifeS)
      : await this.#issueAgain(session, Math.min(lifeS, ACCESS_TOKEN_LIFE_S));
    const streamSessionId = externalRefresh ? externalSessionId(userId) : sessionId;
    await setStreamCookie(call, { userId, sessionId: streamSessionId }, issued.expiresInS);
    return issued;
  }

  async signOut(call: Call): Promise<void> {
    const { database, cookies } = this.#parts;
    const presented = cookies.readRefresh(call);
    cookies.clearRefresh(call);
    cookies.clearStream(call);
    if (!presented) return;
    await database.change(systemOrigin('sign-out', call), async (change) => {
      const session = await findSessionOfRefreshToken(change, presented.token);
      if (!session) return;
      const { userId, sessionId, groupId, isExternal } = session;
      await change.audit({ action: 'signed-out', objectType: 'user', objectId: userId, groupId });
      // Tokens of an external provider carry no session id, so all sessions of the user end.
      await endSessions(change, { userId, ...(!isExternal && { sessionId }), reason: 'signed-out' }, 'signed out');
    });
  }

  async #findByPassword(
    call: Call,
    { email, password, turn }: { readonly email: string; readonly password: string; readonly turn: Turn },
  ): Promise<ComparedUser> {
    const { database } = this.#parts;
    const reader = database.read(systemScope('sign-in'));
    await countPasswordAttempt(database, call, email);
    const user = await findUserByEmail(reader, email);
    const stored = user && (await findPasswordHash(reader, user.id));
    const matches = await comparePassword(database, call, { email, stored, password, turn });
    if (!user || stored === undefined || !matches) throw problem('sign-in-refused');
    return { user, compared: stored };
  }

  async #open(call: Call, email: string, { user, compared }: ComparedUser) {
    const { database, rules } = this.#parts;
    return database.change(systemOrigin('sign-in', call), async (change) => {
      if (!(await holdPassword(change, user.id, compared))) throw problem('sign-in-refused');
      const methods = await listMethods(change, user.id);
      if (methods.length > 0) {
        await settleFirstStep(change, call);
        return { ticket: await issueTicket(change, user.id, compared), methods };
      }
      await settleAttempt(change, call, email);
      const { address, userAgent } = call;
      const session = await openSession(change, { userId: user.id, address, userAgent, withPassword: true }, rules);
      await change.audit({ action: 'signed-in', objectType: 'user', objectId: user.id, groupId: user.group_id });
      return session;
    });
  }

  #openByProof(
    call: Call,
    {
      email,
      ticket,
      prove,
    }: {
      readonly email: string;
      readonly ticket: string;
      readonly prove: (change: Change, userId: UserId) => Promise<Proof | undefined>;
    },
  ) {
    const { database, rules } = this.#parts;
    return database.change(systemOrigin('sign-in', call), async (change) => {
      const user = await consumeTicket(change, ticket);
      if (!user || !(await holdPassword(change, user.id, user.password_hash))) throw problem('sign-in-expired');
      const proof = await prove(change, user.id);
      if (!proof) throw problem('second-factor-wrong');
      await settleAttempt(change, call, email);
      const { address, userAgent } = call;
      const session = { userId: user.id, address, userAgent, withPassword: true, withFactor: true };
      const opened = await openSession(change, session, rules);
      const after = { secondFactor: proof };
      await change.audit({ action: 'signed-in', objectType: 'user', objectId: user.id, groupId: user.group_id, after });
      return { user, opened };
    });
  }

  async #rotate(call: Call, presented: PresentedToken) {
    const { database, rules } = this.#parts;
    return database.change(systemOrigin('session renewal', call), async (change) => {
      const outcome = await rotateRefreshToken(change, presented, rules);
      if (outcome.kind === 'reused') {
        const user = await findUserById({ scope: change.scope, db: change.db }, outcome.userId);
        const company = { groupId: user?.group_id ?? null };
        await change.audit({
          action: 'refresh-token-reused',
          objectType: 'user',
          objectId: outcome.userId,
          ...company,
        });
      }
      return outcome;
    });
  }

  async #renewAtProvider(sessionId: string, externalRefresh: Buffer, mostS: number): Promise<IssuedToken> {
    const { externalSignIn } = this.#parts;
    if (!externalSignIn) throw problem('refresh-refused');
    const renewed = await externalSignIn.renew(sessionId, externalRefresh);
    return { ...renewed, expiresInS: Math.min(renewed.expiresInS, mostS) };
  }

  async #issueAgain({ userId, sessionId }: RenewedSession, lifeS: number): Promise<IssuedToken> {
    const { database, tokens } = this.#parts;
    const user = await findUserById(database.read(systemScope('session renewal')), userId);
    if (!user) throw problem('refresh-refused');
    return tokens.issue({ ...user, userId, groupId: user.group_id, sessionId }, lifeS);
  }
}
