import { planDeviceDownload } from '@waymark/commands/broadcast-plan';
import type { FileWindow } from '@waymark/commands/windows';
import type { CommandDraft } from '../commands/commands.api.ts';
import { listPassageTimes } from '../broadcast/broadcast.queries.ts';
import type { TargetFound } from '../commands/commands.queries.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { DownloadFailure } from '../downloads/downloads.tables.ts';

export interface DownloadPlan {
  readonly drafts: readonly CommandDraft[];
  /** Devices that do not get every command, and the reason. */
  readonly failed: readonly DownloadFailure[];
}

/** Plans the commands that request the recorded data of these devices of one company, each over its present link. */
export async function planDownloads(
  reader: Reader,
  targets: readonly TargetFound[],
  window: FileWindow,
  now: number,
): Promise<DownloadPlan> {
  const groupId = targets[0]?.group_id ?? 0;
  const satellites = targets.filter((target) => target.is_iridium).map(({ uid }) => uid);
  const passages = await listPassageTimes(reader, satellites, groupId, window);
  const plans = targets.map((target) => {
    const {
      uid,
      schedule,
      frequencies,
      sensitivities,
      firmware_version: firmwareVersion,
      is_iridium: isIridium,
    } = target;
    const device = { schedule, frequencies, sensitivities, firmwareVersion, isIridium };
    return { uid, ...planDeviceDownload({ window, passages: passages.get(uid) ?? [] }, device) };
  });
  return {
    drafts: plans.flatMap(({ uid, commands }) =>
      commands.map((command) => ({ ...command, uid, groupId, timeStampSent: now, expiresAt: null })),
    ),
    failed: plans.flatMap(({ uid, failure }) => (failure === null ? [] : [{ uid, reason: failure }])),
  };
}
