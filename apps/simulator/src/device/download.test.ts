import type { DownloadPacket } from '@waymark/device-protocol/mqtt/download-packet';
import { RAW_BLOCK_BYTES } from '@waymark/device-protocol/mqtt/raw-recording';
import { decodeRecordedPassage } from '@waymark/device-protocol/mqtt/recorded-passage';
import { POWER_MODE } from '@waymark/commands/power-modes';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { describe, expect, it } from 'vitest';
import { buildOnlineDevice, listReports, NOON, pass, PROFILE } from '../testing/device-profiles.ts';
import { buildPassageEvent } from '../testing/passage-events.ts';
import { isSending } from './device-download.ts';
import type { DeviceBeginning, DeviceState } from './state.ts';
import { GRACE_MS, type DeviceStep } from './step.ts';

const HOUR_MS = 3_600_000;
const START = NOON - HOUR_MS;
const [OFFLINE, ONLINE, OFFLINE_BY_SATELLITE, RAW] = [0, 1, 2, 3] as const;
const FORMAT = { id: 90, type: 'SdMode', params: { SdMode: 3 }, exp: null } as const;
const legacy = { profile: { ...PROFILE, firmware: { major: 9, minor: 9 } } };

/** Two passages reported at once, then two during a lost connection, ten seconds apart. */
function record(beginning: Partial<DeviceBeginning> = {}): DeviceState {
  const passages = [0, 1, 2, 3].map(
    (at) => ({ kind: 'passage', event: buildPassageEvent(START + (at + 1) * 10_000) }) as const,
  );
  const heard = pass(
    buildOnlineDevice(beginning),
    NOON,
    ...passages.slice(0, 2),
    { kind: 'lost' },
    ...passages.slice(2),
  );
  return pass(heard.state, NOON, { kind: 'connected' }).state;
}

function order(state: DeviceState, FileType: number, lengthS: number, id = 7, now = NOON): DeviceState {
  const params = {
    FileType: FileType as 0 | 1 | 2 | 3,
    FileNamesStartDate: formatUtcSecond(START),
    FileNamesEndDate: formatUtcSecond(START + lengthS * 1000),
  };
  return pass(state, now, { kind: 'command', command: { id, type: 'DownloadRange', params, exp: null } }).state;
}

const listPackets = (step: DeviceStep): DownloadPacket[] =>
  listReports(step).flatMap((report) => (report.name === 'dl' ? [report.body] : []));
const send = (state: DeviceState, count: number, now = NOON) => pass(state, now, { kind: 'packets', count });
const describePackets = (packets: readonly DownloadPacket[]) =>
  packets.map(({ kind, n, of, session }) => [kind, n, of, session]);
const download = (state: DeviceState, FileType: number, lengthS = 600) =>
  listPackets(send(order(state, FileType, lengthS), 1000));

function listTimes(packets: readonly DownloadPacket[]): number[] {
  return packets.flatMap(({ kind, content }) => {
    const decoded = kind === 'passage' ? decodeRecordedPassage(content) : null;
    return decoded?.ok ? [(decoded.value.passage.t - START) / 1000] : [];
  });
}

describe('download of passages', () => {
  it('sends a packet per passage with all its waveforms, then the end marker', () => {
    const packets = download(record(), ONLINE, 10);
    expect(describePackets(packets)).toEqual([
      ['passage', 1, 1, 7],
      ['end', 1, 1, 7],
    ]);
    const decoded = decodeRecordedPassage(packets[0]?.content ?? new Uint8Array());
    expect(decoded.ok && decoded.value.waveforms.map(({ channel }) => channel)).toEqual(['elf', 'geo', 'mag']);
  });

  it.each([
    ['from 10 on returns all passages of the range as online files', {}, ONLINE, [10, 20, 30, 40]],
    ['below 10 returns passages reported at once as online files', legacy, ONLINE, [10, 20]],
    ['from 10 on returns passages of a lost connection as offline files', {}, OFFLINE, [30, 40]],
    ['below 10 returns passages of a lost connection as offline files', legacy, OFFLINE, [30, 40]],
    ['from 10 on returns the same as offline files over satellite', {}, OFFLINE_BY_SATELLITE, [30, 40]],
  ])('firmware %s', (_, beginning, fileType, times) => {
    expect(listTimes(download(record(beginning), fileType))).toEqual(times);
  });

  it('sends only the end marker if there are no passages', () => {
    expect(describePackets(download(record(), ONLINE, 9))).toEqual([['end', 0, 0, 7]]);
  });

  it('finds nothing after the disk was formatted', () => {
    const formatted = pass(record(), NOON, { kind: 'command', command: FORMAT }).state;
    expect(describePackets(download(formatted, ONLINE))).toEqual([['end', 0, 0, 7]]);
  });

  it('finds only passages that fitted on the disk', () => {
    const full = { profile: { ...PROFILE, diskSizeMBytes: 15 } };
    const packets = download(record(full), ONLINE);
    expect(listTimes(packets)).toEqual([10, 20, 30]);
  });
});

describe('download of the raw recording', () => {
  it('splits two minutes into 71 packets of at most 4 kB in one-second blocks', () => {
    const packets = download(record(), RAW, 120);
    expect(packets).toHaveLength(72);
    expect(Math.max(...packets.map(({ content }) => content.length))).toBe(4096);
    expect(packets.reduce((sum, { content }) => sum + content.length, 0)).toBe(120 * RAW_BLOCK_BYTES);
    expect(packets.slice(0, 3).map(({ t }) => t - START)).toEqual([0, 1000, 3000]);
  });

  it('repeats the same recording for the same range', () => {
    const [first, second] = [download(record(), RAW, 5), download(record(), RAW, 5)];
    expect(second.map(({ content }) => content)).toEqual(first.map(({ content }) => content));
    expect(new Set(first[0]?.content).size).toBeGreaterThan(100);
  });

  it.each<[string, Partial<DeviceBeginning>, number, number, readonly [number, number] | null]>([
    ['five minutes at most with firmware below 10', legacy, NOON, 600, [0, 300]],
    ['until the present', {}, START + 60_000, 120, [0, 60]],
    ['from the oldest recorded second', { profile: { ...legacy.profile, diskSizeMBytes: 20 } }, NOON, 500, [267, 500]],
    ['none before the recorded time', { profile: { ...PROFILE, diskSizeMBytes: 14 } }, NOON, 60, null],
  ])('returns the available part: %s', (_, beginning, now, endS, expected) => {
    const asked = order(buildOnlineDevice(beginning), RAW, endS, 7, now);
    const packets = listPackets(send(asked, 1000));
    const pieces = packets.filter(({ kind }) => kind === 'raw');
    const lengthS = pieces.reduce((sum, { content }) => sum + content.length, 0) / RAW_BLOCK_BYTES;
    expect(pieces.slice(0, 1).map(({ t }) => [(t - START) / 1000, (t - START) / 1000 + lengthS])).toEqual(
      expected ? [expected] : [],
    );
  });

  it('finds nothing from before the disk was formatted', () => {
    const formatted = pass(record(), NOON, { kind: 'command', command: FORMAT }).state;
    expect(describePackets(download(formatted, RAW, 10))).toEqual([['end', 0, 0, 7]]);
  });
});

describe('packets of a download', () => {
  const asked = order(record(), ONLINE, 600);
  const done = send(asked, 10).state;
  const again = (state: DeviceState, missing: [number, number][], session = 7) =>
    pass(state, NOON, { kind: 'again', request: { session, missing } }).state;

  it('packets continue where they stopped after a reconnect and after a reboot', () => {
    const begun = send(asked, 2);
    expect(describePackets(listPackets(begun))).toEqual([
      ['passage', 1, 4, 7],
      ['passage', 2, 4, 7],
    ]);
    const lost = pass(begun.state, NOON, { kind: 'lost' }).state;
    expect(send(lost, 2).outputs).toEqual([]);
    const rebooted = pass(pass(lost, NOON, { kind: 'connected' }).state, NOON, { kind: 'reboot' }).state;
    const back = pass(rebooted, NOON + HOUR_MS, { kind: 'due' }, { kind: 'connected' }).state;
    expect(describePackets(listPackets(send(back, 10)))).toEqual([
      ['passage', 3, 4, 7],
      ['passage', 4, 4, 7],
      ['end', 4, 4, 7],
    ]);
  });

  it('missing packets are sent again unchanged, with the end marker after them', () => {
    const first = listPackets(send(asked, 10));
    const second = listPackets(
      send(
        again(done, [
          [4, 9],
          [2, 2],
        ]),
        10,
      ),
    );
    expect(describePackets(second)).toEqual([
      ['passage', 2, 4, 7],
      ['passage', 4, 4, 7],
      ['end', 4, 4, 7],
    ]);
    expect(second[0]?.content).toEqual(first[1]?.content);
  });

  it('packets requested before their turn are not sent twice', () => {
    const begun = send(asked, 1).state;
    expect(listPackets(send(again(begun, [[1, 4]]), 10)).map(({ n }) => n)).toEqual([1, 2, 3, 4, 4]);
  });

  it('an empty download repeats its end marker', () => {
    const empty = send(order(record(), ONLINE, 5), 10).state;
    expect(describePackets(listPackets(send(again(empty, [[1, 65_535]]), 10)))).toEqual([['end', 0, 0, 7]]);
  });

  it('an unknown download has no packets', () => {
    expect(send(again(done, [[1, 4]], 8), 10).outputs).toEqual([]);
  });

  it('several downloads are sent one after the other, and the last eight are remembered', () => {
    const two = order(asked, OFFLINE, 600, 8);
    const [first, second] = [send(two, 10), send(send(two, 10).state, 10)];
    expect([...listPackets(first), ...listPackets(second)].map(({ session }) => session)).toEqual([
      7, 7, 7, 7, 7, 8, 8, 8,
    ]);
    const many = Array.from({ length: 9 }, (_, at) => 20 + at).reduce(
      (state, id) => send(order(state, ONLINE, 600, id), 10).state,
      done,
    );
    expect(many.downloads.map(({ session }) => session)).toEqual([21, 22, 23, 24, 25, 26, 27, 28]);
  });

  it('a download keeps the device awake', () => {
    const grace = order(record({ settings: { powerMode: POWER_MODE.lowPower } }), ONLINE, 600);
    const longer = pass(grace, NOON + GRACE_MS, { kind: 'due' }).state;
    expect([longer.life, longer.sleepAt]).toEqual(['online', NOON + 2 * GRACE_MS]);
    const sent = send(longer, 10, NOON + GRACE_MS).state;
    expect(sent.downloads.some(isSending)).toBe(false);
    expect(pass(sent, NOON + 2 * GRACE_MS, { kind: 'due' }).state.life).toBe('asleep');
  });

  it('packets wait while the device sleeps', () => {
    const asleep = pass(asked, NOON, { kind: 'sleep' }).state;
    expect(send(asleep, 10).outputs).toEqual([]);
    const woken = pass(asleep, NOON + HOUR_MS, { kind: 'wake' }, { kind: 'connected' }).state;
    expect(listPackets(send(woken, 10))).toHaveLength(5);
  });
});
