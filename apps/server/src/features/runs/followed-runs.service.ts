import type { Uid, UserId } from '@waymark/domain/ids';
import type { Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { findUserById } from '../users/users.queries.ts';
import { listNotifyingRuns, listNotifyingUids } from './runs.queries.ts';

/** Callers may ask about themselves; admins also about the users of their company. */
async function requireReadableUser(reader: Reader, userId: UserId): Promise<void> {
  const { scope } = reader;
  if (scope.kind !== 'system' && scope.userId === userId) return;
  const isOfCompany = scope.kind !== 'viewer' && (await findUserById(reader, userId)) !== undefined;
  if (!isOfCompany) throw problem('user-not-found');
}

export async function readFollowedRuns(reader: Reader, userId: UserId): Promise<number[]> {
  await requireReadableUser(reader, userId);
  return listNotifyingRuns(reader, userId);
}

export async function readFollowedUids(reader: Reader, userId: UserId): Promise<Uid[]> {
  await requireReadableUser(reader, userId);
  return listNotifyingUids(reader, userId);
}
