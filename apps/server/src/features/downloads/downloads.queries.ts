import type { Uid } from '@waymark/domain/ids';
import { sql, type ExpressionBuilder } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { findSlice } from '../../platform/database/page.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Whether the download of a device is over: everything has arrived or nothing more will. */
const isDone = sql<boolean>`(downloads.state = 'DC' or downloads.refused_at is not null)`;

/** A session is open until a user ends it or the downloads of all its devices are over. */
function isOpen(eb: ExpressionBuilder<Tables, 'download_sessions'>) {
  const rows = eb
    .selectFrom('downloads')
    .select('downloads.command_id')
    .whereRef('downloads.session_id', '=', 'download_sessions.id');
  return eb.and([eb('download_sessions.ended_at', 'is', null), eb.exists(rows.where(sql<boolean>`not ${isDone}`))]);
}

/** The time at which the last device of a session was done. */
function selectLastDone(eb: ExpressionBuilder<Tables, 'download_sessions'>) {
  return eb
    .selectFrom('downloads')
    .select(sql<Date | null>`max(coalesce(downloads.completed_at, downloads.refused_at))`.as('at'))
    .whereRef('downloads.session_id', '=', 'download_sessions.id')
    .as('last_done_at');
}

export async function findSession(reader: Reader, id: number) {
  return reader.db
    .selectFrom('download_sessions')
    .selectAll()
    .select((eb) => [isOpen(eb).as('is_open'), selectLastDone(eb)])
    .where('id', '=', id)
    .where(inCompany(reader.scope, 'download_sessions.group_id'))
    .executeTakeFirst();
}

/** The progress of each device of a session, ordered by uid. */
export async function listRowsOfSession(reader: Reader, sessionId: number) {
  return reader.db
    .selectFrom('downloads')
    .innerJoin('download_sessions', 'download_sessions.id', 'downloads.session_id')
    .selectAll('downloads')
    .select('download_sessions.ended_at')
    .where('downloads.session_id', '=', sessionId)
    .where(inCompany(reader.scope, 'downloads.group_id'))
    .orderBy('downloads.uid')
    .orderBy('downloads.command_id')
    .execute();
}

/** The oldest open session that has one of these devices. */
export async function findOpenSession(reader: Reader, uids: readonly Uid[]) {
  return reader.db
    .selectFrom('download_sessions')
    .select(['id', 'user_name', 'created_at'])
    .where(isOpen)
    .where(inCompany(reader.scope, 'download_sessions.group_id'))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('downloads')
          .select('downloads.command_id')
          .whereRef('downloads.session_id', '=', 'download_sessions.id')
          .where(sql<boolean>`downloads.uid = any(${writeArray(uids)}::bigint[])`),
      ),
    )
    .orderBy('id')
    .executeTakeFirst();
}

export async function findDownload(reader: Reader, commandId: number) {
  return reader.db
    .selectFrom('downloads')
    .selectAll()
    .where('command_id', '=', commandId)
    .where(inCompany(reader.scope, 'downloads.group_id'))
    .executeTakeFirst();
}
export type StoredDownload = NonNullable<Awaited<ReturnType<typeof findDownload>>>;

interface Page {
  readonly uid?: Uid | undefined;
  readonly page: number;
  readonly rowsPerPage: number;
}

function selectDownloads(reader: Reader, uid: Uid | undefined) {
  return reader.db
    .selectFrom('downloads')
    .where(inCompany(reader.scope, 'downloads.group_id'))
    .$if(uid !== undefined, (query) => query.where('uid', '=', uid ?? 0));
}

/** Newest first. */
export async function listDownloads(reader: Reader, { uid, ...page }: Page) {
  const { count } = await selectDownloads(reader, uid)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { offset, limit } = findSlice(page, count);
  const rows = await selectDownloads(reader, uid)
    .selectAll()
    .orderBy('command_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return { count, rows };
}

/** Contents are read in small batches, because a slow caller must not fill the memory. */
const PACKETS_A_PART = 64;

/** Yields the received contents in order. */
export async function* readContents(reader: Reader, commandId: number): AsyncGenerator<Buffer> {
  for (let last = 0; ;) {
    const packets = await reader.db
      .selectFrom('download_packets')
      .select(['n', 'content'])
      .where('command_id', '=', commandId)
      .where('n', '>', last)
      .orderBy('n')
      .limit(PACKETS_A_PART)
      .execute();
    const end = packets.at(-1);
    if (!end) return;
    last = end.n;
    yield Buffer.concat(packets.map(({ content }) => content));
  }
}

/** The time of the first sample of a raw recording, as reported by the device. */
export async function findRecordingStart(reader: Reader, commandId: number): Promise<number | null> {
  const first = await reader.db
    .selectFrom('download_packets')
    .select('recorded_at')
    .where('command_id', '=', commandId)
    .where('n', '=', 1)
    .executeTakeFirst();
  return first ? first.recorded_at.getTime() : null;
}
