import { chooseBatteryLevel, describeBattery } from '@waymark/domain/device/battery';
import { markTexts } from '@waymark/domain/language/translate';
import { findPresence } from '@waymark/domain/path/readiness';
import { disarmCell } from '@waymark/domain/report/formula';
import { isAhead, type Due } from '@waymark/domain/run/estimate/due';
import { followMarkers, type EtaSpan, type FollowedState } from '@waymark/domain/run/estimate/followed-markers';
import { formatDuration, formatOverdue } from '@waymark/domain/run/estimate/location-message';
import type { Run, RunPassage } from '@waymark/domain/run/run';
import type { Zone } from '@waymark/domain/time/zone';
import { writeCell, writeTime } from '@waymark/domain/time/zoned-text';
import { describeVerifier } from '@waymark/domain/words/verified-by';
import type { Device } from '#/features/devices/store/device.ts';
import { toWatched } from '#/features/devices/watched-device.ts';
import { formatQuantity, unitOf, writeNumber } from '@waymark/domain/units/quantity';
import type { UnitSystem } from '@waymark/domain/units/system';
import { outlookOf, type TrackedRun } from '#/features/runs/tracked-run.ts';
import { t } from '#/language/t.ts';

// The rows of a run's sheet: every marker with its times and its AGM.

const STATE_WORDS: Readonly<Record<FollowedState, string>> = markTexts({
  launch: 'Launch',
  receive: 'Receive',
  skip: 'Skip',
  passed: 'Passed',
  heard: 'Heard, not verified',
  missed: 'Missed',
  unwatched: 'No AGM',
  expected: 'Expected',
  overdue: 'Overdue',
});

export interface SheetAgm {
  readonly uid: number;
  /** null: the user does not see the device, or it is not loaded. */
  readonly presence: string | null;
  readonly battery: string | null;
  /** Seconds relative to the server's clock; null: unknown. */
  readonly clockS: number | null;
}

export interface SheetRow {
  readonly name: string;
  readonly distanceM: number;
  readonly state: FollowedState;
  /** At the expected speed of the path, from the launch; null: not launched. */
  readonly plannedAt: number | null;
  /** null: the pig has passed, stands, or is not launched. */
  readonly eta: EtaSpan | null;
  readonly passage: RunPassage | null;
  /** Metres per second since the last confirmed marker before; null: not passed. */
  readonly legSpeed: number | null;
  readonly agms: readonly SheetAgm[];
}

const PRESENCE_WORDS = markTexts({
  online: 'Online',
  asleep: 'Asleep',
  offline: 'Offline',
  unknown: 'Never heard from',
});

export function describeAgm(uid: number, device: Device | undefined, clockS: number | null, now: number): SheetAgm {
  if (!device) return { uid, presence: null, battery: null, clockS };
  const { batteryMv, ...watched } = toWatched(device);
  const battery =
    batteryMv === null
      ? null
      : `${(batteryMv / 1000).toFixed(2)} V, ${t(describeBattery(chooseBatteryLevel(batteryMv)))}`;
  return { uid, presence: t(PRESENCE_WORDS[findPresence(watched, now)]), battery, clockS };
}

/** The speeds of the legs that end at confirmed markers, by the marker's index. */
function listLegSpeeds({ reckoning: { seen } }: TrackedRun): ReadonlyMap<number, number> {
  return new Map(
    seen.flatMap((to, index): (readonly [number, number])[] => {
      const from = seen[index - 1];
      const seconds = from ? (to.seenAt - from.seenAt) / 1000 : 0;
      return from && seconds > 0 ? [[to.at, (to.distanceM - from.distanceM) / seconds]] : [];
    }),
  );
}

interface KnownDevices {
  readonly getDevice: (uid: number) => Device | undefined;
  /** Offsets of clocks in seconds, by uid. */
  readonly clocks: ReadonlyMap<number, number | null>;
}

export function readSheet(tracked: TrackedRun, { getDevice, clocks }: KnownDevices, now: number): readonly SheetRow[] {
  const speeds = listLegSpeeds(tracked);
  return followMarkers(outlookOf(tracked), now).map(({ marker, ...followed }, at): SheetRow => {
    const uids = marker.linkedUid === null ? marker.autoLinkedUids : [marker.linkedUid];
    return {
      name: marker.name,
      ...followed,
      legSpeed: speeds.get(at) ?? null,
      agms: uids.map((uid) => describeAgm(uid, getDevice(uid), clocks.get(uid) ?? null, now)),
    };
  });
}

export const describeState = ({ state }: Pick<SheetRow, 'state'>): string => t(STATE_WORDS[state]);

const DUE_WORDS: Readonly<Record<Exclude<Due, 'ahead' | 'overdue'>, string>> = {
  doubtful: t('unless it stopped'),
  due: t('due'),
  heard: t('heard, not verified'),
  silent: t('silent, heard beyond'),
  unwatched: t('no AGM'),
};

/** "in 0:42:10", "in 2:10:00, unless it stopped", "overdue 3:17", or why no time applies. */
export function describeLeft({ due, expectedAt }: EtaSpan, now: number): string {
  const left = expectedAt > now ? t('in {time}', { time: formatDuration((expectedAt - now) / 1000) }) : t('now');
  if (due === 'ahead') return left;
  if (due === 'doubtful') return t('{time}, unless it stopped', { time: left });
  return due === 'overdue' ? t('overdue {time}', { time: formatOverdue(expectedAt, now) }) : DUE_WORDS[due];
}

/** "unless it stopped"; empty: the time holds. */
export const describeDoubt = ({ due }: EtaSpan): string => (due === 'doubtful' ? DUE_WORDS[due] : '');

/** Whether the earliest and latest time still apply. */
export const isSpanShown = ({ due }: EtaSpan): boolean => isAhead(due);

/** Whether the expected time is still to come; the earliest and latest one may be, after it has gone by. */
export const isTimeShown = (eta: EtaSpan, now: number): boolean => isSpanShown(eta) && eta.expectedAt > now;

/** "2026-03-18 14:09 UTC", and without the year "03-18 14:09 UTC" */
export const formatMinute = (at: number, zone: Zone): string => writeTime(at, zone, 'minute');
export const formatShort = (at: number, zone: Zone): string => writeTime(at, zone, 'month-minute');

/** "03-18 14:09 UTC to 03-18 16:59 UTC" */
export const writeSpan = ({ earliestAt, latestAt }: EtaSpan, zone: Zone): string =>
  t('{from} to {to}', { from: formatShort(earliestAt, zone), to: formatShort(latestAt, zone) });

export const formatSpeed = (speed: number | null, units: UnitSystem): string =>
  speed === null ? '' : formatQuantity('speed', speed, units);

interface CsvLine extends SheetRow {
  /** "ELF 94.6%, GEO 88.0%"; empty: not scored. */
  readonly scores: string;
}

interface Clock {
  readonly zone: Zone;
  readonly now: number;
}

type CsvColumn = readonly [head: string, write: (line: CsvLine) => string];

const toTime = (at: number | null | undefined, zone: Zone) =>
  at === null || at === undefined ? '' : writeCell(at, zone);
const toSpan = (line: CsvLine, at: 'earliestAt' | 'latestAt', zone: Zone) =>
  line.eta && isSpanShown(line.eta) ? writeCell(line.eta[at], zone) : '';
/** A time to come; and that of an overdue marker, which tells since when it is. */
const hasTime = (eta: EtaSpan, now: number) => isTimeShown(eta, now) || eta.due === 'overdue';
const toExpected = (eta: EtaSpan, { zone, now }: Clock) => (hasTime(eta, now) ? writeCell(eta.expectedAt, zone) : '');
const toCondition = (eta: EtaSpan, now: number) => (hasTime(eta, now) ? describeDoubt(eta) : describeLeft(eta, now));

const listColumns = (units: UnitSystem, { zone, now }: Clock): readonly CsvColumn[] => [
  [t('Marker'), ({ name }) => name],
  [
    units === 'us' ? t('Milepost (mi)') : t('Kilometer post (km)'),
    ({ distanceM }) => writeNumber('far', distanceM, units, 3),
  ],
  [
    t('Distance ({unit})', { unit: unitOf('near', units).name }),
    ({ distanceM }) => writeNumber('near', distanceM, units, 1),
  ],
  [t('State'), describeState],
  [t('Planned ({zone})', { zone }), ({ plannedAt }) => toTime(plannedAt, zone)],
  [t('ETA earliest ({zone})', { zone }), (line) => toSpan(line, 'earliestAt', zone)],
  [t('ETA ({zone})', { zone }), ({ eta }) => (eta ? toExpected(eta, { zone, now }) : '')],
  [t('ETA latest ({zone})', { zone }), (line) => toSpan(line, 'latestAt', zone)],
  [t('ETA condition'), ({ eta }) => (eta ? toCondition(eta, now) : '')],
  [t('Heard ({zone})', { zone }), ({ passage }) => toTime(passage?.passageAt, zone)],
  [t('Verified'), ({ passage }) => (passage ? describeVerifier(passage, t) : '')],
  [t('Score'), ({ scores }) => scores],
  [
    t('Speed of leg ({unit})', { unit: unitOf('speed', units).name }),
    ({ legSpeed }) => (legSpeed === null ? '' : writeNumber('speed', legSpeed, units)),
  ],
  [t('AGM (UID)'), ({ agms }) => agms.map(({ uid }) => uid).join(' ')],
  [t('AGM presence'), ({ agms }) => agms.map(({ presence }) => presence ?? t('Unknown')).join('; ')],
  [t('AGM battery'), ({ agms }) => agms.map(({ battery }) => battery ?? t('Unknown')).join('; ')],
  [t('AGM clock offset (s)'), ({ agms }) => agms.map(({ clockS }) => clockS?.toFixed(1) ?? '').join('; ')],
];

const quote = (text: string) => (/[",\n\r;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A cell that a spreadsheet program would compute is written as a text. */
export function writeSheetCsv(lines: readonly CsvLine[], units: UnitSystem, clock: Clock): string {
  const columns = listColumns(units, clock);
  const head = columns.map(([name]) => name);
  const rows = lines.map((line) => columns.map(([, write]) => disarmCell(write(line))));
  return [head, ...rows].map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');
}

/** "CLN-16-02_41_sheet.csv"; characters that file systems refuse are replaced. */
export const nameSheetFile = ({ pig, runId }: Pick<Run, 'pig' | 'runId'>): string =>
  `${pig.replaceAll(/[^\w.-]+/g, '_')}_${runId}_sheet.csv`;
