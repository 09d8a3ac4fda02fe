import type { Uid, CompanyId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { CommandType } from '@waymark/commands/commands';
import type { CommandState } from '@waymark/commands/life';
import { RAW_FILES, readWindow } from '@waymark/commands/windows';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';
import { SATELLITE_SILENCE_MS, SILENCE_MS } from './download-rules.ts';
import { tellDownloads, tellNewDownloads } from './news/tell-downloads.ts';

/** Stores a download for each queued command that requests recorded data. */
export async function addDownloads(
  change: Change,
  commands: readonly DownloadCommand[],
  sessionId: number | null,
): Promise<void> {
  const lines = commands.flatMap((command) => readDownload(command) ?? []);
  if (lines.length === 0) return;
  const { rows } = await sql<{ command_id: number }>`
    insert into downloads (command_id, uid, group_id, session_id, user_name, kind, is_satellite, start_at, end_at)
    select id, uid, "groupId", ${sessionId}::bigint, ${change.origin.userName}, kind, "isSatellite",
      to_timestamp("startAt" / 1000.0), to_timestamp("endAt" / 1000.0)
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line
      (id bigint, uid bigint, "groupId" bigint, kind text, "isSatellite" boolean, "startAt" bigint, "endAt" bigint)
    returning command_id`.execute(change.db);
  await tellNewDownloads(
    change,
    rows.map(({ command_id: id }) => id),
  );
}

/** Locks downloads in one order everywhere, against deadlocks. */
const inOrder = (ids: readonly number[]) =>
  sql`array(select command_id from downloads where command_id = any(${writeArray(ids)}::bigint[]) order by command_id for update)`;

async function noteAccepted(change: Change, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ command_id: number }>`
    update downloads set accepted_at = now(), refusal = null, due_at = now() + case when is_satellite
      then ${sql.raw(`interval '${SATELLITE_SILENCE_MS} milliseconds'`)} else ${sql.raw(`interval '${SILENCE_MS} milliseconds'`)} end
    where command_id = any(${inOrder(ids)}) and accepted_at is null and state <> 'DC'
    returning command_id`.execute(change.db);
  return rows.map(({ command_id: id }) => id);
}

interface Refusal {
  readonly id: number;
  readonly reason: string;
}

async function noteRefused(change: Change, refusals: readonly Refusal[]): Promise<number[]> {
  if (refusals.length === 0) return [];
  const { rows } = await sql<{ command_id: number }>`
    update downloads d set refused_at = now(), refusal = line.reason, due_at = null, is_wanted = false
    from jsonb_to_recordset(${JSON.stringify(refusals)}::jsonb) as line (id bigint, reason text)
    where d.command_id = line.id and d.command_id = any(${inOrder(refusals.map(({ id }) => id))}) and d.accepted_at is null and d.refused_at is null and d.state = 'QC'
    returning d.command_id`.execute(change.db);
  return rows.map(({ command_id: id }) => id);
}

const REFUSALS = {
  rejected: 'The device has rejected the command.',
  expired: 'The command has expired.',
  deleted: 'The command was deleted.',
} as const;

/** Updates the downloads of commands that have left the queue: the device sends data, or the download has failed. */
export async function settleDownloads(change: Change, commands: readonly DownloadCommand[]): Promise<void> {
  const ours = commands.filter((command) => readDownload(command) !== null);
  if (ours.length === 0) return;
  const accepted = await noteAccepted(
    change,
    ours.filter(({ state }) => state === 'accepted').map(({ id }) => id),
  );
  const refused = await noteRefused(
    change,
    ours.flatMap(({ id, state, note }) => {
      if (state === 'accepted' || state === 'queued' || state === 'sent') return [];
      return [{ id, reason: state === 'rejected' && note !== null ? note : REFUSALS[state] }];
    }),
  );
  await tellDownloads(change, [...accepted, ...refused]);
}

/** Ends the open downloads of a device that leaves its company. */
export async function refuseDownloadsOfDevice(change: Change, { uid }: { readonly uid: Uid }): Promise<void> {
  const { rows } = await sql<{ command_id: number }>`
    update downloads set refused_at = now(), refusal = 'The device has left the company.', due_at = null, is_wanted = false
    where command_id = any(array(select command_id from downloads where uid = ${uid} and state <> 'DC' and refused_at is null
      order by command_id for update))
    returning command_id`.execute(change.db);
  await tellDownloads(
    change,
    rows.map(({ command_id: id }) => id),
  );
}

/** The current state of a command; some commands request recorded data. */
interface DownloadCommand {
  readonly id: number;
  readonly uid: Uid;
  readonly groupId: CompanyId;
  readonly type: CommandType;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly state: CommandState;
  readonly note: string | null;
}

/** Reads which recorded data a command requests; null: none. */
function readDownload({ id, uid, groupId, type, parameters }: DownloadCommand) {
  if (type !== 'DownloadRange' && type !== 'IridiumOfflineDownload') return null;
  const window = readWindow(String(parameters['FileNamesStartDate']), String(parameters['FileNamesEndDate']));
  if (window === null) return null;
  const kind = parameters['FileType'] === RAW_FILES ? 'raw' : 'passages';
  return { id, uid, groupId, kind, isSatellite: type === 'IridiumOfflineDownload', ...window } as const;
}
