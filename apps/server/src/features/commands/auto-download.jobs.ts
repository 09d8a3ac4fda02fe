import { findCommandFault } from '@waymark/commands/commands';
import { MOST_SATELLITE_S } from '@waymark/commands/windows';
import type { CompanyId, Uid } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { z } from 'zod';
import { lockDevice } from '../../platform/access/device-access.ts';
import type { Change, DomainEvents } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { defineJob, type Job } from '../../platform/jobs/job.ts';
import type { CommandDraft } from './command.ts';
import { hasWaveform, isRequested, listAutoDownload, listTargets, type TargetFound } from './commands.queries.ts';
import { auditQueued } from './commands.service.ts';
import { enqueueCommands } from './queue.store.ts';

// While the flag of a device is on, the server requests the waveforms of passages that arrived without them.

export const AUTO_DOWNLOAD_JOB = 'commands.auto-download';

/** Waveforms may arrive this long after their passage. */
const WAVEFORMS_WITHIN_MS = 2 * 60_000;
const SECOND_MS = 1000;
/** A second below the limit, because the window is widened to whole seconds. */
const MOST_HALF_MS = (MOST_SATELLITE_S / 2 - 1) * SECOND_MS;

export interface PassageOfDevice {
  readonly uid: Uid;
  readonly groupId: CompanyId;
  /** UTC milliseconds. */
  readonly passageAt: number;
  readonly endOfSnipAt: number;
  readonly isOffline: boolean;
}

/** Schedules a check of each passage for missing waveforms. */
export async function planAutoDownload(change: Change, { passages }: DomainEvents['passages-stored']): Promise<void> {
  const records = passages.flatMap(({ records: [first] }) => first ?? []);
  const enabled = await listAutoDownload(
    { scope: change.scope, db: change.db },
    records.map(({ uid }) => uid),
  );
  for (const { uid, groupId, passageAt, endOfSnipAt, isOffline } of records.filter((record) =>
    enabled.has(record.uid),
  )) {
    await change.enqueue({
      name: AUTO_DOWNLOAD_JOB,
      payload: { uid, groupId, passageAt, endOfSnipAt, isOffline },
      key: `${AUTO_DOWNLOAD_JOB}/${uid}/${endOfSnipAt}`,
      runAt: new Date(Date.now() + WAVEFORMS_WITHIN_MS),
    });
  }
}

/** The window of the record, which is as long before the passage as after it. */
function findWindow({ passageAt, endOfSnipAt }: PassageOfDevice) {
  const halfMs = Math.min(Math.max(endOfSnipAt - passageAt, SECOND_MS), MOST_HALF_MS);
  const startAt = Math.floor((passageAt - halfMs) / SECOND_MS) * SECOND_MS;
  const endAt = Math.ceil((passageAt + halfMs) / SECOND_MS) * SECOND_MS;
  return { FileNamesStartDate: formatUtcSecond(startAt), FileNamesEndDate: formatUtcSecond(endAt) };
}

const FILE_TYPE = { offline: 0, online: 1 } as const;

/** The command that fetches the waveforms over the device's current link; null: the firmware does not support it. */
function draftCommand(passage: PassageOfDevice, target: TargetFound, now: number): CommandDraft | null {
  const { uid, groupId, isOffline } = passage;
  const window = findWindow(passage);
  const { type, parameters } = target.is_iridium
    ? { type: 'IridiumOfflineDownload' as const, parameters: window }
    : {
        type: 'DownloadRange' as const,
        parameters: { FileType: isOffline ? FILE_TYPE.offline : FILE_TYPE.online, ...window },
      };
  const fault = findCommandFault(type, parameters, {
    firmwareVersion: target.firmware_version,
    isIridium: target.is_iridium,
  });
  return fault === null ? { uid, groupId, type, parameters, timeStampSent: now, expiresAt: null } : null;
}

/** Queues the download of a passage that has no waveform, once. */
export async function requestMissingWaveforms(change: Change, passage: PassageOfDevice, now: number): Promise<void> {
  const { uid, groupId, endOfSnipAt } = passage;
  const reader = { scope: change.scope, db: change.db };
  const device = await lockDevice(reader, uid);
  if (!device?.is_auto_download || device.group_id !== groupId || (await hasWaveform(reader, uid, endOfSnipAt))) return;
  const [target] = await listTargets(reader, [uid]);
  const draft = target ? draftCommand(passage, target, now) : null;
  if (!draft || (await isRequested(reader, draft))) return;
  await auditQueued(change, await enqueueCommands(change, [draft], { source: 'auto-download' }));
}

const passage = z.object({
  uid: z.number(),
  groupId: z.number(),
  passageAt: z.number(),
  endOfSnipAt: z.number(),
  isOffline: z.boolean(),
});

/** Requests the missing waveforms of a passage; a repeated run does nothing. `now` answers UTC milliseconds. */
export function createAutoDownloadJobs(database: Database, now: () => number = Date.now): Job[] {
  return [
    defineJob(AUTO_DOWNLOAD_JOB, passage, (stored) =>
      database.change(systemOrigin('auto-download'), (change) => requestMissingWaveforms(change, stored, now())),
    ),
  ];
}
