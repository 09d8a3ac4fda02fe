import { normaliseEmail } from '@waymark/domain/account/email';
import type { Database } from '../../platform/database/database.ts';
import { scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import * as session from '../session/session.api.ts';
import { findUserById } from '../users/users.queries.ts';
import { readKnownId, type SentUser } from './sent-user.ts';

interface OwnEdit extends SentUser {
  readonly currentPassword?: string | undefined;
}

/**
 * Callers change their own e-mail only with their password: a link mailed to it sets a new password. Their own password
 * has a call of its own.
 */
export async function confirmOwnEdit(database: Database, call: SignedInCall, sent: OwnEdit): Promise<void> {
  const { userId } = call.actor;
  if (readKnownId(sent) !== userId) return;
  if (sent.password) throw problem('own-password');
  const stored = await findUserById(database.read(scopeOfCall(call)), userId);
  if (sent.email === undefined || stored?.email === normaliseEmail(sent.email)) return;
  await session.confirmCaller(database, call, sent.currentPassword);
}
