import { findBroadcastFault } from '@waymark/commands/broadcast';
import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import { COMMAND_STATES } from '@waymark/commands/life';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { countStates, findBroadcast, listDevicesOfBroadcast } from './broadcast.queries.ts';
import { sendBroadcast, type SentBroadcast } from './send-broadcast.ts';

interface BroadcastRequest {
  readonly uidList: readonly number[];
  readonly commandList: readonly BroadcastCode[];
  readonly requestForDownloadStartDate?: number | null | undefined;
  readonly requestForDownloadEndDate?: number | null | undefined;
}

/** The dates are used for a download only. */
function readDates({
  commandList,
  requestForDownloadStartDate: startAt,
  requestForDownloadEndDate: endAt,
}: BroadcastRequest) {
  if (!commandList.includes('RFD') || typeof startAt !== 'number' || typeof endAt !== 'number') return null;
  return { startAt, endAt };
}

export async function createBroadcast(
  database: Database,
  origin: ChangeOrigin,
  request: BroadcastRequest,
  now: number,
): Promise<SentBroadcast> {
  const { groupId } = origin;
  if (groupId === null) throw problem('forbidden');
  const broadcast = { uids: request.uidList, codes: request.commandList, window: readDates(request) };
  const fault = findBroadcastFault(broadcast);
  if (fault !== null) throw problem('broadcast-invalid', { detail: fault });
  return database.change(origin, (change) =>
    sendBroadcast(change, { ...broadcast, groupId, source: 'broadcast' }, now),
  );
}

const NO_COUNTS = Object.fromEntries(COMMAND_STATES.map((state) => [state, 0])) as Record<
  (typeof COMMAND_STATES)[number],
  number
>;

/** The progress of the broadcast. */
export async function readBroadcast(reader: Reader, broadcastId: number) {
  const broadcast = await findBroadcast(reader, broadcastId);
  if (!broadcast) throw problem('not-found');
  const states = await countStates(reader, broadcastId);
  return {
    broadcastId,
    at: formatUtcSecond(broadcast.at.getTime()),
    by: broadcast.user_name,
    commandList: broadcast.codes,
    failed: broadcast.failed,
    counts: { ...NO_COUNTS, ...Object.fromEntries(states.map(({ state, count }) => [state, count])) },
    devices: await listDevicesOfBroadcast(reader, broadcastId),
  };
}
