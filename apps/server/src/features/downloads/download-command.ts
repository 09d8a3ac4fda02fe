import type { CommandType } from '@waymark/commands/commands';
import type { CommandState } from '@waymark/commands/life';
import { RAW_FILES, readWindow } from '@waymark/commands/windows';
import type { CompanyId, Uid } from '@waymark/domain/ids';

/** The current state of a command; some commands request recorded data. */
export interface DownloadCommand {
  readonly id: number;
  readonly uid: Uid;
  readonly groupId: CompanyId;
  readonly type: CommandType;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly state: CommandState;
  readonly note: string | null;
}

/** Reads which recorded data a command requests; null: none. */
export function readDownload({ id, uid, groupId, type, parameters }: DownloadCommand) {
  if (type !== 'DownloadRange' && type !== 'IridiumOfflineDownload') return null;
  const window = readWindow(String(parameters['FileNamesStartDate']), String(parameters['FileNamesEndDate']));
  if (window === null) return null;
  const kind = parameters['FileType'] === RAW_FILES ? 'raw' : 'passages';
  return { id, uid, groupId, kind, isSatellite: type === 'IridiumOfflineDownload', ...window } as const;
}
