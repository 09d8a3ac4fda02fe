import { BROADCAST_CODES, BROADCAST_LABELS, type BroadcastCode } from '@waymark/commands/broadcast-codes';
import { describe, expect, it } from 'vitest';
import type { BroadcastOrder } from './broadcast-store.ts';
import {
  askToSend,
  CODE_GROUPS,
  describeAnswer,
  describeFailure,
  describeFormat,
  describePeriod,
  toggleCode,
  toRequest,
  validateBroadcast,
} from './broadcast.view.ts';

const NO_DATES = { start: '', end: '' };
const DATES = { start: '2026-03-17 00:00:00', end: '2026-03-18 00:00:00' };
const order = (codes: readonly BroadcastCode[], part: Partial<BroadcastOrder> = {}): BroadcastOrder => ({
  uids: [10_490],
  codes,
  ...NO_DATES,
  ...part,
});

const offer = (group: number) => CODE_GROUPS[group]?.codes.map((code) => [code, BROADCAST_LABELS[code]]);

it('[B-018, B-019] active and low power are offered', () => {
  expect(offer(0)).toEqual([
    ['PM', 'Power mode active'],
    ['PMLP', 'Power mode low power'],
  ]);
});

it('[B-020, B-021, B-022, B-023] four settings of the detectors are offered', () => {
  expect(offer(1)).toEqual([
    ['FS1', 'Mag only'],
    ['FS2', 'Mag and 22 Hz'],
    ['FS3', '22 Hz only'],
    ['FS4', 'All detectors off'],
  ]);
});

it('[B-024, B-025] format disk is offered, and the download with its dates', () => {
  expect(offer(2)).toEqual([
    ['SD', 'Format disk'],
    ['RFD', 'Download between dates'],
  ]);
  expect(describePeriod('RFD', DATES)).toBe('2026-03-17 00:00:00 to 2026-03-18 00:00:00');
  expect(describePeriod('RFD', { start: '20260317000000', end: 'x' })).toBe('2026-03-17 00:00:00 to no end');
  expect(describePeriod('SD', DATES)).toBeNull();
});

it('offers every command once, and sorts the choice in that order', () => {
  const offered = CODE_GROUPS.flatMap(({ codes }) => codes);
  expect(offered.toSorted()).toEqual([...BROADCAST_CODES].toSorted());
  expect(toggleCode(toggleCode(['SD'], 'FS1'), 'PM')).toEqual(['PM', 'FS1', 'SD']);
  expect(toggleCode(['PM', 'SD'], 'PM')).toEqual(['SD']);
});

describe('validation', () => {
  const CASES: readonly (readonly [string, BroadcastOrder, string | null])[] = [
    ['[B-026] no device', order(['PM'], { uids: [] }), 'At least one AGM must be selected.'],
    [
      '[B-015, B-027] two settings',
      order(['FS1', 'FS4']),
      'Only one settings broadcast command may be selected at a time.',
    ],
    ['[B-016] active and low power', order(['PM', 'PMLP']), 'Power mode active and low power are mutually exclusive.'],
    [
      '[B-017] format disk and download',
      order(['SD', 'RFD'], DATES),
      'Format disk and download between dates are mutually exclusive.',
    ],
    [
      '[B-028] a download without dates',
      order(['RFD']),
      'A valid start and end date, with the start before the end, is required.',
    ],
    [
      '[B-028] a download that ends before it starts',
      order(['RFD'], { start: DATES.end, end: DATES.start }),
      'A valid start and end date, with the start before the end, is required.',
    ],
    ['[B-029] no command', order([]), 'At least one broadcast command must be selected.'],
    ['one of each kind', order(['PM', 'FS4', 'RFD'], DATES), null],
    ['dates that no command asks for', order(['PM'], { start: 'x' }), null],
  ];
  it.each(CASES)('%s', (_, given, text) => expect(validateBroadcast(given)).toBe(text));
});

it('sends the dates in wire format, and only with the download', () => {
  expect(toRequest(order(['PM', 'RFD'], { start: '20260317000000', end: DATES.end }))).toEqual({
    uidList: [10_490],
    commandList: ['PM', 'RFD'],
    requestForDownloadStartDate: '2026-03-17 00:00:00',
    requestForDownloadEndDate: '2026-03-18 00:00:00',
  });
  expect(toRequest(order(['PM'], DATES))).toMatchObject({
    requestForDownloadStartDate: null,
    requestForDownloadEndDate: null,
  });
});

it('asks with the numbers, and names the lost data', () => {
  const uids = Array.from({ length: 1200 }, (_, at) => at + 1);
  expect(askToSend(order(['PM', 'SD'], { uids }))).toBe('Send 2 commands to 1,200 AGMs?');
  expect(askToSend(order(['PM']))).toBe('Send 1 command to 1 AGM?');
  expect(describeFormat(1200)).toBe('Format disk: everything recorded on the SD cards of all 1,200 AGMs is lost.');
});

it('[B-036] says that it was sent, and how many devices do not support it', () => {
  expect(describeAnswer({ broadcastId: 12, failed: [] })).toEqual({
    title: 'Information Message',
    text: 'Broadcast commands successfully sent.',
  });
  expect(describeAnswer({ broadcastId: 12, failed: [{}] }).more).toBe('1 AGM cannot take them. The panel lists why.');
});

it('[B-037] says that it was not sent, with the log id if there is one', () => {
  expect(describeFailure({ message: 'A failure.', logId: 4711 })).toEqual({
    title: 'Error Message',
    text: 'Broadcast commands not successfully sent. LogId = [4711].',
  });
  expect(describeFailure({ message: 'The server did not answer.' }).text).toBe(
    'Broadcast commands not successfully sent. The server did not answer.',
  );
  expect(describeAnswer({ broadcastId: null, failed: [{}] })).toMatchObject({
    title: 'Error Message',
    text: 'Broadcast commands not successfully sent.',
  });
});
