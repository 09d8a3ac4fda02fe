import type { AlertRow } from '@waymark/contract/alerts/alert-row';
import type { RouteReply } from '@waymark/contract/route';
import {
  MOST_BOARD_ALERTS,
  MOST_BOARD_DEVICES,
  MOST_BOARD_RUNS,
  type wallboardsRoutes,
} from '@waymark/contract/routes/wallboards';
import type { Uid } from '@waymark/domain/ids';
import { severityOf } from '@waymark/domain/alert/alert-kind';
import { findSilence, type Silence } from '@waymark/domain/alert/silence';
import { isAsleep } from '@waymark/domain/device/wake-up';
import type { Course } from '@waymark/domain/run/estimate/course';
import type { Reckoning } from '@waymark/domain/run/estimate/estimate';
import { RUN_STATUSES } from '@waymark/domain/run/estimate/status';
import type { Run } from '@waymark/domain/run/run';
import { showRun } from '@waymark/domain/run/show-run';
import { formatUtcSecond, parseUtc } from '@waymark/domain/time/utc';
import type { UnitSystem } from '@waymark/domain/units/system';

type Board = RouteReply<typeof wallboardsRoutes.readBoard>;
type BoardRun = Board['runs'][number];

/** A run with its estimate, as the engine keeps it. */
export interface TrackedRun {
  readonly run: Run;
  readonly course: Course;
  readonly reckoning: Reckoning;
}

export interface BoardDevice {
  readonly uid: Uid;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly is_connected: boolean;
  /** null: unknown until the first report. */
  readonly is_iridium: boolean | null;
  readonly heartbeat_at: Date | null;
  readonly expected_wakeup_at: Date | null;
  readonly shutdown_at: Date | null;
}

interface BoardParts {
  readonly now: number;
  readonly company: { readonly name: string; readonly units: UnitSystem };
  readonly runs: readonly TrackedRun[];
  readonly alerts: readonly AlertRow[];
  readonly alertCount: number;
  readonly silences: readonly Silence[];
  readonly devices: readonly BoardDevice[];
  readonly nodesWithoutBroker: readonly string[];
}

const toText = (at: Date | null) => at && formatUtcSecond(at.getTime());

function judgePresence(device: BoardDevice, now: number): 'online' | 'asleep' | 'offline' {
  const { is_connected: isConnected, expected_wakeup_at: wakeUp, shutdown_at: shutdown } = device;
  if (isConnected) return 'online';
  const told = { isConnected, lastExpectedWakeupTime: toText(wakeUp), lastShutdownTime: toText(shutdown) };
  return isAsleep(told, now) ? 'asleep' : 'offline';
}

/** Gravest state first, then by the expected time at the next marker. */
function compareRuns(one: BoardRun, other: BoardRun): number {
  const rank = ({ status }: BoardRun) => (status === 'received' ? RUN_STATUSES.length : RUN_STATUSES.indexOf(status));
  const nextAt = ({ next }: BoardRun) => next?.expectedAt ?? Number.MAX_SAFE_INTEGER;
  return rank(one) - rank(other) || nextAt(one) - nextAt(other) || one.runId - other.runId;
}

/** Puts alerts that wait for a user first, urgent ones before the others; of equal ones the newest. */
const rankAlert = ({ kind, acknowledged, endedAt }: AlertRow): number =>
  (acknowledged || endedAt !== null ? 2 : 0) + (severityOf(kind) === 'urgent' ? 0 : 1);

/** Names of users, notes and next recipients stay behind. */
function showAlert(alert: AlertRow, silences: readonly Silence[], now: number): Board['alerts'][number] {
  const raisedAt = parseUtc(alert.lastRaisedAt);
  return {
    id: alert.id,
    kind: alert.kind,
    isAcknowledged: alert.acknowledged !== null,
    hasEnded: alert.endedAt !== null,
    isSilenced: findSilence(silences, alert, now) !== null,
    runName: alert.runName,
    pig: alert.pig,
    markerName: alert.markerName,
    words: alert.words,
    translations: alert.translations,
    raisedAt: raisedAt.ok ? raisedAt.value : 0,
  };
}

function countLinks(devices: readonly BoardDevice[], now: number): Board['links'] {
  return (['cellular', 'iridium'] as const).flatMap((link) => {
    const ofLink = devices.filter((device) => device.is_iridium === (link === 'iridium'));
    if (ofLink.length === 0) return [];
    const count = (wanted: string) => ofLink.filter((device) => judgePresence(device, now) === wanted).length;
    const heardAt = Math.max(...ofLink.map(({ heartbeat_at: at }) => at?.getTime() ?? 0));
    return [
      {
        link,
        devices: ofLink.length,
        online: count('online'),
        asleep: count('asleep'),
        heardAt: heardAt === 0 ? null : heardAt,
      },
    ];
  });
}

/** Everything that a wallboard shows of its company, and nothing else of it. */
export function buildBoard(parts: BoardParts): Board {
  const { now, company, runs, alerts, alertCount, silences, devices, nodesWithoutBroker } = parts;
  const shown = runs.map((tracked) => ({ ...showRun(tracked, now, { withPlaces: true }), runId: tracked.run.runId }));
  const placed = devices.flatMap((device) => {
    const { uid, lat, lon } = device;
    return lat === null || lon === null ? [] : [{ uid, lat, lon, presence: judgePresence(device, now) }];
  });
  return {
    now,
    company: company.name,
    units: company.units,
    runs: shown.toSorted(compareRuns).slice(0, MOST_BOARD_RUNS),
    runCount: runs.length,
    alerts: alerts
      .toSorted((one, other) => rankAlert(one) - rankAlert(other))
      .slice(0, MOST_BOARD_ALERTS)
      .map((alert) => showAlert(alert, silences, now)),
    alertCount,
    devices: placed.slice(0, MOST_BOARD_DEVICES),
    links: countLinks(devices, now),
    nodesWithoutBroker: [...nodesWithoutBroker],
  };
}
