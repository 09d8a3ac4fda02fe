import type { RejectionReason } from '@waymark/domain/device/rejection';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import type { DeviceMessage, DurableUplink } from './device-message.ts';

// A device's clock decides when something happened, but not without limits.

const TEN_MINUTES_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** Before the product was made: a clock that was never set. */
const OLDEST_CLOCK = Date.UTC(2015, 0, 1);

/** The tables whose months a message needs; none for what has no history. */
const TABLES: Readonly<Record<DurableUplink['name'], readonly string[]>> = {
  hb: ['heartbeats'],
  psg: ['passages', 'waveforms'],
  settings: ['control_responses'],
  info: ['device_infos'],
  err: ['device_errors'],
  gps: ['gps_fixes'],
  ack: ['command_acks'],
  status: [],
  waveform: [],
  carrier: [],
  disk: [],
  dl: [],
};

export function listTablesOf({ name }: DurableUplink): readonly string[] {
  return TABLES[name];
}

/** When it happened, of what has a history. */
export function timeOf(uplink: DurableUplink): number {
  if (uplink.name === 'psg') return uplink.body.endOfSnip;
  if (uplink.name === 'waveform') return uplink.endOfSnip ?? 0;
  return 't' in uplink.body ? (uplink.body.t ?? 0) : 0;
}

/** For a person who looks for the fault of a clock. */
export function describeTime(message: DeviceMessage): string {
  const at = timeOf(message);
  if (at === 0) return '';
  return `its time is ${formatUtcMillisecond(at)}, it arrived at ${formatUtcMillisecond(message.receivedAt)}`;
}

/** How many days each table keeps: what is older would be dropped at once. */
export type KeptDays = ReadonlyMap<string, number>;

/** Why a message's own time cannot be used, or null. */
export function findTimeFault(uplink: DurableUplink, receivedAt: number, keptDays: KeptDays): RejectionReason | null {
  const at = timeOf(uplink);
  // Samples of a passage that is refused would wait for it in vain.
  const tables = uplink.name === 'waveform' && uplink.endOfSnip !== undefined ? TABLES.psg : listTablesOf(uplink);
  for (const table of tables) {
    if (at > receivedAt + TEN_MINUTES_MS) return 'future';
    if (at < OLDEST_CLOCK) return 'clock-not-set';
    if (at < receivedAt - (keptDays.get(table) ?? Infinity) * DAY_MS) return 'too-old';
  }
  return null;
}
