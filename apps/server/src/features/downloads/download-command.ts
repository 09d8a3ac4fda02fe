import { RAW_FILES, readWindow } from '@waymark/domain/command/windows';
import type { DomainEvents } from '../../platform/database/domain-events.ts';

type CommandOfDevice = DomainEvents['commands-queued']['commands'][number];

/** What a command asks for of a device's disk, as it is kept; null: nothing. */
export function readDownload({ id, uid, groupId, type, parameters }: CommandOfDevice) {
  if (type !== 'DownloadRange' && type !== 'IridiumOfflineDownload') return null;
  const window = readWindow(String(parameters['FileNamesStartDate']), String(parameters['FileNamesEndDate']));
  if (window === null) return null;
  const kind = parameters['FileType'] === RAW_FILES ? 'raw' : 'passages';
  return { id, uid, groupId, kind, isSatellite: type === 'IridiumOfflineDownload', ...window } as const;
}
