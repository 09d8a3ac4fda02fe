import type { Reader } from '../../platform/database/database.ts';

/** The person behind a live session, as he is now; nothing when either is gone. */
export async function findSessionUser(reader: Reader, sessionId: string) {
  return reader.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.group_id'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirst();
}

export async function findPasswordHash(reader: Reader, userId: number): Promise<string | undefined> {
  const row = await reader.db.selectFrom('passwords').select('hash').where('user_id', '=', userId).executeTakeFirst();
  return row?.hash;
}

export async function listLiveSessions(reader: Reader, sessionIds: readonly string[]): Promise<Set<string>> {
  const rows = await reader.db
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', sessionIds)
    .where('ended_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
