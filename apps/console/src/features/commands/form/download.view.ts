import { FILE_TYPES, LEGACY_RAW, listFileTypes } from '@waymark/commands/disk-modes';
import { describeCommandFault } from '@waymark/commands/faults';
import { isLegacyFirmware, type CommandTarget } from '@waymark/commands/gates';
import { describeDownloadFault, findWindowFault, RAW_FILES } from '@waymark/commands/windows';
import { formatUtcSecond, parseTypedUtc } from '@waymark/domain/time/utc';
import { t } from '#/language/t.ts';
import type { CommandOrder } from '../send-command.ts';
import type { Choice } from './choices.view.ts';

export interface DownloadDraft {
  readonly fileType: number;
  /** UTC, as typed. */
  readonly start: string;
  readonly end: string;
}

export const EMPTY_DOWNLOAD: DownloadDraft = { fileType: 0, start: '', end: '' };

export function listFileChoices(target: CommandTarget): readonly Choice[] {
  const hasLegacyRaw = isLegacyFirmware(target.firmwareVersion);
  const name = (type: number) => t(type === RAW_FILES && hasLegacyRaw ? LEGACY_RAW : (FILE_TYPES[type] ?? ''));
  return listFileTypes(target).map((type) => ({ value: type, label: name(type) }));
}

/** In the form of the wire; null: not a date. */
export function readDate(typed: string): string | null {
  const parsed = parseTypedUtc(typed);
  return parsed.ok ? formatUtcSecond(parsed.value) : null;
}

const readWindow = ({ start, end }: DownloadDraft) => [readDate(start) ?? '', readDate(end) ?? ''] as const;

/** Reason why the range cannot be sent; null: it can. */
export function describeDownload(draft: DownloadDraft, { firmwareVersion }: CommandTarget): string | null {
  const [start, end] = readWindow(draft);
  if (!isLegacyFirmware(firmwareVersion)) {
    const words = describeDownloadFault(start, end, draft.fileType === RAW_FILES);
    return words && t(words);
  }
  const fault = findWindowFault(start, end, null);
  return fault && t(describeCommandFault(fault));
}

/** Firmware 10 and later has its own call for raw files. */
export function isRawRequest({ fileType }: DownloadDraft, { firmwareVersion }: CommandTarget): boolean {
  return fileType === RAW_FILES && !isLegacyFirmware(firmwareVersion);
}

export function toRawRequest(draft: DownloadDraft, uid: number) {
  const [startDate, endDate] = readWindow(draft);
  return { uid, startDate, endDate };
}

export function toDownloadOrder(draft: DownloadDraft): CommandOrder {
  const [FileNamesStartDate, FileNamesEndDate] = readWindow(draft);
  return {
    commandType: 'DownloadRange',
    parameters: { FileType: draft.fileType, FileNamesStartDate, FileNamesEndDate },
  };
}
