import type { RejectionReason } from '@waymark/domain/device/rejection';
import { formatUtcMillisecond } from '@waymark/domain/time/utc';
import type { DeviceMessage, DurableUplink } from './device-message.ts';

// A device's clock decides the time of its records, within limits.

const TEN_MINUTES_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** Before the product existed: the clock was never set. */
const OLDEST_CLOCK = Date.UTC(2015, 0, 1);

/** The tables whose monthly partitions a message needs; empty for messages without history. */
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

/** The time of a record with history. */
export function timeOf(uplink: DurableUplink): number {
  if (uplink.name === 'psg') return uplink.body.endOfSnip;
  if (uplink.name === 'waveform') return uplink.endOfSnip ?? 0;
  return 't' in uplink.body ? (uplink.body.t ?? 0) : 0;
}

/** For users who look for a wrong clock. */
export function describeTime(message: DeviceMessage): string {
  const at = timeOf(message);
  if (at === 0) return '';
  return `its time is ${formatUtcMillisecond(at)}, it arrived at ${formatUtcMillisecond(message.receivedAt)}`;
}

/** Days that each table keeps: older records would be dropped at once. */
export type KeptDays = ReadonlyMap<string, number>;

/** The reason why a message's own time cannot be used, or null. */
export function findTimeFault(uplink: DurableUplink, receivedAt: number, keptDays: KeptDays): RejectionReason | null {
  const at = timeOf(uplink);
  // Samples of a refused passage would wait for it in vain.
  const tables = uplink.name === 'waveform' && uplink.endOfSnip !== undefined ? TABLES.psg : listTablesOf(uplink);
  for (const table of tables) {
    if (at > receivedAt + TEN_MINUTES_MS) return 'future';
    if (at < OLDEST_CLOCK) return 'clock-not-set';
    if (at < receivedAt - (keptDays.get(table) ?? Infinity) * DAY_MS) return 'too-old';
  }
  return null;
}
