import { findFirmwareFault } from '@waymark/commands/gates';
import { describeDownloadFault, RAW_FILES } from '@waymark/commands/windows';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { listTargets } from './commands.queries.ts';
import { queueCommands } from './commands.service.ts';

interface RawRequest {
  readonly uid: number;
  readonly startDate: number;
  readonly endDate: number;
}

/** Answers the id of the download session, which equals the command's id. */
export async function requestRawData(
  database: Database,
  origin: ChangeOrigin,
  { uid, startDate, endDate }: RawRequest,
  now: number,
): Promise<number> {
  const [target] = await listTargets(database.read(origin.scope), [uid]);
  if (!target) throw problem('device-not-found');
  // Older firmware has raw files of another kind; the command forms request those.
  if (findFirmwareFault(target.firmware_version, { from: 10.71 }) !== null) throw problem('command-not-for-device');
  const [start, end] = [formatUtcSecond(startDate), formatUtcSecond(endDate)];
  const fault = describeDownloadFault(start, end, true);
  if (fault !== null) throw problem('command-not-for-device', { detail: fault });
  const parameters = { FileType: RAW_FILES, FileNamesStartDate: start, FileNamesEndDate: end };
  const command = { uid, commandType: 'DownloadRange', timeStampSent: now, parameters, fromStreamDialog: false };
  const [queued] = await queueCommands(database, origin, [command], now);
  if (!queued) throw new Error('the queued command was not returned');
  return queued.commandId;
}
