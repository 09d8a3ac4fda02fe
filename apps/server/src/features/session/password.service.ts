import { isValidEmail, normaliseEmail } from '@waymark/domain/account/email';
import { checkNewPassword } from '@waymark/domain/account/password';
import { LINK_THROTTLE } from '@waymark/domain/account/throttle';
import type { Actor } from '../../platform/access/actor.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin, type Call } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import { findUserByEmail, findUserById } from '../users/users.queries.ts';
import { accountKey, countAttempt, forgetAttempts } from './attempts.store.ts';
import { addPasswordLink, usePasswordLink } from './password-links.store.ts';
import { hashPassword } from './passwords.ts';
import { storePasswordHash } from './passwords.store.ts';
import { PASSWORD_LINK_JOB } from './password-link.job.ts';
import { endSessions } from './session.store.ts';

function checkPassword(password: string): void {
  const text = checkNewPassword(password);
  if (text !== null) throw problem('password-invalid', { detail: text });
}

/** Every account's request costs the same here; whether the account exists is looked up later, by a job. */
export async function requestPasswordLink(database: Database, call: Call, email: string): Promise<void> {
  if (!isValidEmail(email)) throw problem('validation-failed', { detail: 'Invalid email' });
  await database.change(systemOrigin('password link', call), async (change) => {
    await change.enqueue({ name: PASSWORD_LINK_JOB, payload: { email: normaliseEmail(email) } });
  });
}

/** Mails the link, unless nobody has this address or it was asked for too often. */
export async function mailPasswordLink(database: Database, publicUrl: string, email: string): Promise<void> {
  await database.change(systemOrigin('password link'), async (change) => {
    const user = await findUserByEmail({ scope: change.scope, db: change.db }, email);
    if (!user) return;
    if ((await countAttempt(change, `link:${accountKey(email)}`, LINK_THROTTLE)) > 0) return;
    const token = await addPasswordLink(change, user.id);
    await change.raise('message-wanted', {
      medium: 'mail',
      to: user.email,
      subject: 'Set your Waymark password',
      text: `Hello ${user.name},\n\nopen this link within one hour to set your password:\n${publicUrl}/set-password#token=${token}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n`,
      groupId: user.group_id,
    });
    await change.audit({ action: 'password-link-mailed', objectType: 'user', objectId: user.id, groupId: user.group_id });
  });
}

export async function setPasswordByLink(database: Database, call: Call, token: string, password: string): Promise<void> {
  checkPassword(password);
  const hash = await hashPassword(password);
  await database.change(systemOrigin('password link', call), async (change) => {
    const userId = await usePasswordLink(change, token);
    if (userId === null) throw problem('link-invalid');
    const user = await findUserById({ scope: change.scope, db: change.db }, userId);
    if (!user) throw problem('link-invalid');
    await storePasswordHash(change, userId, hash);
    await forgetAttempts(change, accountKey(normaliseEmail(user.email)));
    await change.audit({ action: 'password-set', objectType: 'user', objectId: userId, groupId: user.group_id });
    await endSessions(change, { userId, reason: 'password-changed' }, 'password set by link');
  });
}

/** Changes the caller's own password; his session here goes on, his others end. */
export async function setOwnPassword(
  database: Database,
  origin: ChangeOrigin,
  actor: Actor,
  password: string,
): Promise<void> {
  checkPassword(password);
  const hash = await hashPassword(password);
  await database.change(origin, async (change) => {
    await storePasswordHash(change, actor.userId, hash);
    await change.audit({ action: 'password-set', objectType: 'user', objectId: actor.userId });
    const { userId, sessionId: exceptSessionId } = actor;
    await endSessions(change, { userId, exceptSessionId, reason: 'password-changed' }, 'password changed');
  });
}

/** A new person's first password, where one was given. */
export async function storeFirstPassword(
  change: Change,
  created: { readonly userId: number; readonly password: string | null },
): Promise<void> {
  if (created.password === null) return;
  await storePasswordHash(change, created.userId, await hashPassword(created.password));
}
