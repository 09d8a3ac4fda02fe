import type { DurableUplink } from './device-message.ts';

// A device's clock decides when something happened, but not without limits.

const TEN_MINUTES_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** Before the product was made: a clock that was never set. */
const OLDEST_CLOCK = Date.UTC(2015, 0, 1);

/** The table whose months a message needs, by the time it happened; null for what has no history. */
export function placeOf(uplink: DurableUplink): { readonly table: string; readonly at: number }[] {
  switch (uplink.name) {
    case 'hb':
      return [{ table: 'heartbeats', at: uplink.body.t }];
    case 'psg':
      return [
        { table: 'passages', at: uplink.body.endOfSnip },
        { table: 'waveforms', at: uplink.body.endOfSnip },
      ];
    case 'settings':
      return [{ table: 'control_responses', at: uplink.body.t }];
    case 'info':
      return [{ table: 'device_infos', at: uplink.body.t }];
    case 'err':
      return [{ table: 'device_errors', at: uplink.body.t }];
    case 'gps':
      return [{ table: 'gps_fixes', at: uplink.body.t }];
    case 'ack':
      return [{ table: 'command_acks', at: uplink.body.t }];
    case 'status':
    case 'waveform':
    case 'carrier':
    case 'disk':
    case 'dl':
      return [];
  }
}

/** How many days each table keeps: what is older would be dropped at once. */
export type KeptDays = ReadonlyMap<string, number>;

/** Why a message's own time cannot be used, or null. */
export function findTimeFault(uplink: DurableUplink, receivedAt: number, keptDays: KeptDays): string | null {
  for (const { table, at } of placeOf(uplink)) {
    if (at > receivedAt + TEN_MINUTES_MS) return 'future';
    if (at < OLDEST_CLOCK) return 'clock-not-set';
    if (at < receivedAt - (keptDays.get(table) ?? Infinity) * DAY_MS) return 'too-old';
  }
  return null;
}
