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
