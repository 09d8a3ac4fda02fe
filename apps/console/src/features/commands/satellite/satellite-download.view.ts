import { describeSatelliteWindowFault } from '@waymark/commands/windows';
import { t } from '#/language/t.ts';
import { readDate } from '../form/download.view.ts';
import type { CommandOrder } from '../send-command.ts';

export interface WindowDraft {
  /** UTC, as typed. */
  readonly start: string;
  readonly end: string;
}

export const EMPTY_WINDOW: WindowDraft = { start: '', end: '' };

const readWindow = ({ start, end }: WindowDraft) => [readDate(start) ?? '', readDate(end) ?? ''] as const;

/** Reason why the range cannot be sent; null: it can. */
export function describeWindow(draft: WindowDraft): string | null {
  const words = describeSatelliteWindowFault(...readWindow(draft));
  return words && t(words);
}

export function toDownloadOrder(draft: WindowDraft): CommandOrder {
  const [FileNamesStartDate, FileNamesEndDate] = readWindow(draft);
  return { commandType: 'IridiumOfflineDownload', parameters: { FileNamesStartDate, FileNamesEndDate } };
}
