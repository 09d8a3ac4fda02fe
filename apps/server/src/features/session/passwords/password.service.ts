import { isValidEmail, normaliseEmail } from '@waymark/domain/account/email';
import { checkNewPassword } from '@waymark/domain/account/password';
import { ADDRESS_THROTTLE } from '@waymark/domain/account/throttle';
import type { UserId } from '@waymark/domain/ids';
import { systemScope } from '../../../platform/access/scope.ts';
import type { Change } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { addressKey } from '../../../platform/http/limits/address-key.ts';
import { originOf, scopeOfCall, systemOrigin, type Call, type SignedInCall } from '../../../platform/http/call.ts';
import { problem, Problem } from '../../../platform/http/problem.ts';
import { refuseNewPassword } from '../../../platform/passwords/refuse-new-password.ts';
import { runAttempt } from '../throttle/attempt-queue.ts';
import { accountKey, forgetAttempts, forgiveRefused, throttle, type Throttled } from '../throttle/attempts.store.ts';
import { PASSWORD_LINK_JOB } from './password-mail.service.ts';
import { findLinkOwner, consumePasswordLink } from './password-links.store.ts';
import { checkCurrentPassword } from './current-password.ts';
import { settleAttempt } from '../throttle/password-attempt.ts';
import { hashPassword, holdPassword, storePasswordHash } from './passwords.ts';
import { mailAccountNews } from '../account-news.ts';
import { findPasswordHash, findPasswordUser } from '../session.queries.ts';
import { endSessions } from '../session.store.ts';

function checkPassword(password: string, owner: Parameters<typeof refuseNewPassword>[1]): void {
  const text = refuseNewPassword(password, owner);
  if (text !== null) throw problem('password-invalid', { detail: text });
}

/** A job looks the account up later, so that the response time does not reveal whether it exists. */
export async function requestPasswordLink(database: Database, call: Call, email: string): Promise<void> {
  if (!isValidEmail(email)) throw problem('validation-failed', { detail: 'Invalid email' });
  await database.change(systemOrigin('password link', call), async (change) => {
    await change.enqueue({ name: PASSWORD_LINK_JOB, payload: { email: normaliseEmail(email) } });
  });
}

/** Only a wrong link counts as a failed attempt. */
export function setPasswordByLink(database: Database, call: Call, token: string, password: string): Promise<void> {
  const refusal = checkNewPassword(password);
  if (refusal !== null) throw problem('password-invalid', { detail: refusal });
  const throttled: Throttled = {
    work: 'password link',
    keys: [[`link-address:${addressKey(call.address)}`, ADDRESS_THROTTLE]],
  };
  const forgive = () =>
    database.change(systemOrigin('password link', call), (change) => forgiveRefused(change, throttled));
  return runAttempt(call.address, async (turn) => {
    await throttle(database, call, throttled);
    try {
      const owner = await findLinkOwner(database.read(systemScope('password link')).db, token);
      if (!owner) throw problem('link-invalid');
      checkPassword(password, owner);
      const hash = await hashPassword(password, turn);
      await database.change(systemOrigin('password link', call), (change) => storeByLink(change, token, hash));
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'link-invalid') await forgive();
      throw error;
    }
    await forgive();
  });
}

async function storeByLink(change: Change, token: string, hash: string): Promise<void> {
  const owner = await consumePasswordLink(change, token);
  if (!owner) throw problem('link-invalid');
  const { userId, email, groupId } = owner;
  const isFirst = (await findPasswordHash({ scope: change.scope, db: change.db }, userId)) === undefined;
  await storePasswordHash(change, userId, hash);
  if (!isFirst) await mailAccountNews(change, { userId, news: 'password-set' });
  await forgetAttempts(change, accountKey(email));
  await change.audit({ action: 'password-set', objectType: 'user', objectId: userId, groupId });
  await endSessions(change, { userId, reason: 'password-changed' }, 'password set by link');
}

/** Changes the caller's own password. The session of the call continues; the user's others end. */
export async function setOwnPassword(
  database: Database,
  call: SignedInCall,
  given: { readonly currentPassword: string; readonly password: string },
): Promise<void> {
  const { userId, sessionId: exceptSessionId, email } = call.actor;
  const owner = await findPasswordUser(database.read(scopeOfCall(call)), { userId });
  if (!owner) throw problem('external-user');
  checkPassword(given.password, owner);
  const turn = { key: `user:${userId}`, failures: 0 };
  const compared = await checkCurrentPassword(database, call, given.currentPassword, turn);
  const hash = await hashPassword(given.password, turn);
  await database.change(originOf(call), async (change) => {
    if (!(await holdPassword(change, userId, compared))) throw problem('current-password-wrong');
    await settleAttempt(change, call, normaliseEmail(email));
    await storePasswordHash(change, userId, hash);
    await mailAccountNews(change, { userId, news: 'password-set' });
    await change.audit({ action: 'password-set', objectType: 'user', objectId: userId });
    await endSessions(change, { userId, exceptSessionId, reason: 'password-changed' }, 'password changed');
  });
}

/** In plain text, or hashed already. Either has passed the rule. */
export type NewPassword = string | { readonly hash: string };

interface CreatedUser {
  readonly userId: UserId;
  readonly email: string;
  readonly password: NewPassword | null;
}

/** Stores a new user's first password, or mails the link to set it. */
export async function startPassword(change: Change, { userId, email, password }: CreatedUser): Promise<void> {
  if (password === null)
    await change.enqueue({ name: PASSWORD_LINK_JOB, payload: { email, isFirst: true }, key: `first-link:${userId}` });
  else
    await storePasswordHash(
      change,
      userId,
      typeof password === 'string' ? await hashPassword(password) : password.hash,
    );
}

/** A user who has not set a password yet gets a new first link: the account's change has ended the one before. */
export async function restartPassword(change: Change, userId: UserId): Promise<void> {
  const user = await findPasswordUser({ scope: change.scope, db: change.db }, { userId });
  if (!user || user.changed_at !== null) return;
  await change.enqueue({
    name: PASSWORD_LINK_JOB,
    payload: { email: user.email, isFirst: true },
    key: `first-link:${userId}`,
  });
}

/** Stores the password that an admin has given a user and ends the user's sessions. */
export async function replacePassword(change: Change, userId: UserId, hash: string): Promise<void> {
  await storePasswordHash(change, userId, hash);
  await mailAccountNews(change, { userId, news: 'password-given' });
  await change.audit({ action: 'password-set', objectType: 'user', objectId: userId });
  await endSessions(change, { userId, reason: 'password-changed' }, 'password given by an admin');
}
