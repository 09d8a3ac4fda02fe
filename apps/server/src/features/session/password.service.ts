import { isValidEmail, normaliseEmail } from '@waymark/domain/account/email';
import { checkNewPassword } from '@waymark/domain/account/password';
import { LINK_THROTTLE } from '@waymark/domain/account/throttle';
import type { Actor } from '../../platform/access/actor.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import { systemOrigin, type Call } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import { findUserByEmail, findUserById } from '../users/users.queries.ts';
import { accountKey, countAttempt, forgetAttempts } from './attempts.store.ts';
import { addPasswordLink, usePasswordLink } from './password-links.store.ts';
import { hashPassword } from './passwords.ts';
import { storePasswordHash } from './passwords.store.ts';
import { PASSWORD_LINK_JOB, type PasswordLinkRequest } from './password-link.job.ts';
import { endSessions } from './session.store.ts';

const LINK_H = 1;
/** Whoever is new did not wait for the mail. */
const FIRST_LINK_H = 72;

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

function describeLink(name: string, link: string) {
  return {
    subject: 'Set your Waymark password',
    text: `Hello ${name},\n\nopen this link within one hour to set your password:\n${link}\n\nIf you did not ask for it, do nothing: your password stays as it is.\n`,
  };
}

function describeFirstLink(name: string, link: string, publicUrl: string) {
  return {
    subject: 'Your Waymark account',
    text: `Hello ${name},\n\nyou have got an account on Waymark. Open this link within three days to set your password:\n${link}\n\nLater you get a new link at ${publicUrl}/reset\n`,
  };
}

/** Mails the link, unless nobody has this address or it was asked for too often. */
export async function mailPasswordLink(database: Database, publicUrl: string, request: PasswordLinkRequest): Promise<void> {
  const { email, isFirst } = request;
  await database.change(systemOrigin('password link'), async (change) => {
    const user = await findUserByEmail({ scope: change.scope, db: change.db }, email);
    if (!user) return;
    if (!isFirst && (await countAttempt(change, `link:${accountKey(email)}`, LINK_THROTTLE)) > 0) return;
    const link = `${publicUrl}/set-password#token=${await addPasswordLink(change, user.id, isFirst ? FIRST_LINK_H : LINK_H)}`;
    const message = isFirst ? describeFirstLink(user.name, link, publicUrl) : describeLink(user.name, link);
    await change.raise('message-wanted', {
      medium: 'mail',
      to: user.email,
      ...message,
      groupId: user.group_id,
      holdsSecret: true,
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

/** A new person's first password, or the link to set it by. */
export async function startPassword(change: Change, created: DomainEvents['user-created']): Promise<void> {
  const { userId, email, password } = created;
  if (password === null) await change.enqueue({ name: PASSWORD_LINK_JOB, payload: { email, isFirst: true } });
  else await storePasswordHash(change, userId, await hashPassword(password));
}

/** The password that an admin has given a person; who is signed in with the old one is signed out. */
export async function replacePassword(change: Change, given: DomainEvents['user-password-given']): Promise<void> {
  const { userId, password } = given;
  await storePasswordHash(change, userId, await hashPassword(password));
  await change.audit({ action: 'password-set', objectType: 'user', objectId: userId });
  await endSessions(change, { userId, reason: 'password-changed' }, 'password given by an admin');
}
