import { UTC, type Zone } from '@waymark/domain/time/zone';
import { chooseBatteryLevel, describeBattery, type BatteryLevel } from '@waymark/domain/device/battery';
import { chooseSignalBars, type SignalBars } from '@waymark/domain/device/signal';
import { formatFixed } from '#/language/numbers.ts';
import { t } from '#/language/t.ts';
import type { Device } from '../store/device.ts';
import { describePresence, findPresence, type Presence } from '#/map/icons/device-marker.view.ts';
import { describeIdentity } from '../store/device.view.ts';

/** The content of the panel's head, with a description of each icon for screen readers. */
export interface Identity {
  readonly uid: string;
  readonly words: string;
  readonly connection: { readonly presence: Presence; readonly label: string };
  readonly signal: { readonly bars: SignalBars; readonly label: string };
  /** null while the voltage is unknown. */
  readonly battery: { readonly level: BatteryLevel; readonly label: string } | null;
  readonly isSatellite: boolean;
}

const MILLIVOLTS_PER_VOLT = 1000;

function viewSignal(dbm: number | null): Identity['signal'] {
  const bars = chooseSignalBars(dbm);
  return { bars, label: dbm === null ? t('Signal unknown') : t('Signal {dbm} dBm, {bars} of 5 bars', { dbm, bars }) };
}

function viewBattery(millivolts: number | null): Identity['battery'] {
  if (millivolts === null) return null;
  const level = chooseBatteryLevel(millivolts);
  const volts = formatFixed(millivolts / MILLIVOLTS_PER_VOLT, 2);
  return { level, label: t('Battery {level}, {volts} V', { level: t(describeBattery(level)), volts }) };
}

export function viewIdentity(device: Device, now: number, zone: Zone = UTC): Identity {
  return {
    uid: String(device.uid),
    words: describeIdentity(device, now, zone),
    connection: { presence: findPresence(device, now), label: describePresence(device, now, zone) },
    signal: viewSignal(device.lastSignalStrength),
    battery: viewBattery(device.lastBattery),
    isSatellite: device.isIridium === true,
  };
}
