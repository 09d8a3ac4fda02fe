import { findBroadcastFault, findExclusionFault, listExcluded } from '@waymark/commands/broadcast';
import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import { readWindow } from '@waymark/commands/windows';
import { formatUtcSecond, parseTypedUtc } from '@waymark/domain/time/utc';
import { formatCount } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import type { ShownError } from '#/ui/state/shown-error.ts';
import type { BroadcastOrder } from './broadcast-store.ts';

/** Explains a command whose name is not sufficient. */
export const CODE_EXPLANATIONS: Readonly<Record<BroadcastCode, string>> = {
  PM: t('Always connected.'),
  PMLP: t('On the last schedule of each device, else every 30 minutes.'),
  FS1: t('MAG alone.'),
  FS2: t('MAG, and detector 1 at 22 Hz.'),
  FS3: t('Detector 1 at 22 Hz alone.'),
  FS4: t('No passage is noticed until detectors are on again.'),
  SD: t('Everything recorded on the SD cards is lost.'),
  RFD: t('The passages recorded from start to end.'),
};

export const CODE_GROUPS: readonly { readonly title: string; readonly codes: readonly BroadcastCode[] }[] = [
  { title: t('Power mode'), codes: ['PM', 'PMLP'] },
  { title: t('Settings'), codes: ['FS1', 'FS2', 'FS3', 'FS4'] },
  { title: t('Disk and download'), codes: ['SD', 'RFD'] },
];

const IN_ORDER = CODE_GROUPS.flatMap(({ codes }) => codes);

/** A chosen command replaces those that exclude it. */
export function toggleCode(codes: readonly BroadcastCode[], code: BroadcastCode): readonly BroadcastCode[] {
  const excluded = codes.includes(code) ? [] : listExcluded(code);
  return IN_ORDER.filter((one) => codes.includes(one) !== (one === code) && !excluded.includes(one));
}

/** Describes the commands that the next choice replaces; null: none. */
export function describeReplaced(codes: readonly BroadcastCode[], code: BroadcastCode): string | null {
  const fault = codes.includes(code) ? null : findExclusionFault([...codes, code]);
  return fault && t(fault);
}

/** In wire format; null: not a date. */
export function readDate(typed: string): string | null {
  const parsed = parseTypedUtc(typed);
  return parsed.ok ? formatUtcSecond(parsed.value) : null;
}

type Window = Pick<BroadcastOrder, 'start' | 'end'>;

const hasWindow = ({ codes }: Pick<BroadcastOrder, 'codes'>) => codes.includes('RFD');

/** "2026-03-17 00:00:00 to 2026-03-18 00:00:00", the range of the download; null: the command has none. */
export function describePeriod(code: BroadcastCode, { start, end }: Window): string | null {
  if (code !== 'RFD') return null;
  return t('{start} to {end}', { start: readDate(start) ?? t('no start'), end: readDate(end) ?? t('no end') });
}

/** The text of the validation dialog; null: valid. */
export function validateBroadcast({ uids, codes, start, end }: BroadcastOrder): string | null {
  const fault = findBroadcastFault({ uids, codes, window: readWindow(readDate(start) ?? '', readDate(end) ?? '') });
  return fault && t(fault);
}

export function toRequest(order: BroadcastOrder) {
  return {
    uidList: [...order.uids],
    commandList: [...order.codes],
    requestForDownloadStartDate: hasWindow(order) ? readDate(order.start) : null,
    requestForDownloadEndDate: hasWindow(order) ? readDate(order.end) : null,
  };
}

/** "Send 2 commands to 312 AGMs?" */
export function askToSend({ uids, codes }: Pick<BroadcastOrder, 'uids' | 'codes'>): string {
  return t('Send {commands} to {agms}?', {
    commands: t('{count} command|{count} commands', { count: codes.length }),
    agms: t('{count} AGM|{count} AGMs', { count: uids.length }),
  });
}

export function describeFormat(deviceCount: number): string {
  return deviceCount === 1
    ? t('Format disk: everything recorded on its SD card is lost.')
    : t('Format disk: everything recorded on the SD cards of all {agms} AGMs is lost.', {
        agms: formatCount(deviceCount),
      });
}

export interface Message {
  /** Validation, information or error message. */
  readonly title: string;
  readonly text: string;
  /** Further information. */
  readonly more?: string;
}

interface Answer {
  readonly broadcastId: number | null;
  readonly failed: readonly unknown[];
}

/**
 * If no device supports the commands, nothing was sent, whatever the status of the response. `where` says where the
 * reasons are.
 */
export function describeAnswer({ broadcastId, failed }: Answer, where = ` ${t('The panel lists why.')}`): Message {
  if (broadcastId === null) {
    return {
      title: t('Error Message'),
      text: t('Broadcast commands not successfully sent.'),
      more: `${t('None of the AGMs can take them.')}${where}`,
    };
  }
  const message: Message = { title: t('Information Message'), text: t('Broadcast commands successfully sent.') };
  if (failed.length === 0) return message;
  return {
    ...message,
    more: `${t('{count} AGM cannot take them.|{count} AGMs cannot take them.', { count: failed.length })}${where}`,
  };
}

/** A call that did not reach the server has no log id, but a reason. */
export function describeFailure({ message, logId }: ShownError): Message {
  return {
    title: t('Error Message'),
    text: `${t('Broadcast commands not successfully sent.')} ${logId === undefined ? message : `LogId = [${logId}].`}`,
  };
}
