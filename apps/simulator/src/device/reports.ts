import type { DeviceInfo } from '@waymark/device-protocol/mqtt/device-info';
import type { Carrier, GpsFix } from '@waymark/device-protocol/mqtt/device-report';
import type { Heartbeat } from '@waymark/device-protocol/mqtt/heartbeat';
import { formatFirmware } from '@waymark/device-protocol/firmware';
import { describeDisk } from './disk.ts';
import { computeEnergy } from './energy.ts';
import { PRODUCT_NUMBERS, type DeviceProfile } from './profile.ts';
import { computeReception } from './reception.ts';
import type { Report } from './report.ts';
import { describeSettings } from './settings.ts';
import type { DeviceState } from './state.ts';

// Builds the reports of a device at a given time.

export function getVia({ link }: DeviceProfile): 'cell' | 'bt' {
  return link === 'bluetooth' ? 'bt' : 'cell';
}

export function buildHeartbeat(state: DeviceState, now: number): Heartbeat {
  const { profile, settings, disk } = state;
  const energy = computeEnergy(
    state.energy,
    profile,
    { powerMode: settings.powerMode, isStreaming: state.isStreaming },
    now,
  );
  return {
    t: now,
    via: getVia(profile),
    ...computeReception(profile, now),
    altitude: profile.altitudeM,
    battery: Math.round(energy.batteryMv),
    errorFlag: state.errorFlag,
    numberOfflineFiles: disk.offlineFiles,
    numberOnlineFiles: disk.onlineFiles,
    numberIridiumOfflineFiles: disk.iridiumOfflineFiles,
    powerSupplyState: profile.hasExternalPower ? 1 : 0,
    geophoneConnected: profile.hasGeophone ? 1 : 0,
    externalAntennaConnected: profile.hasExternalAntenna ? 1 : 0,
    internalAntennaFoldState: settings.hasUnfoldedAntennaDetector ? 1 : 0,
  };
}

export function buildInfo({ firmware, product }: DeviceProfile, id: number | null, now: number): DeviceInfo {
  return {
    t: now,
    id,
    firmwareMajorVersion: firmware.major,
    firmwareMinorVersion: firmware.minor,
    protocolVersion: 1,
    hardwareMajorVersion: product === 'AGM20' ? 3 : 2,
    hardwareMinorVersion: 1,
    productNumber: PRODUCT_NUMBERS[product],
  };
}

function buildCarrier(profile: DeviceProfile, now: number): Carrier {
  const isRoaming = computeReception(profile, now).signalStrength > 104;
  return {
    activeCarrier: isRoaming ? 'Roaming partner' : profile.carrier,
    primaryCarrier: profile.carrier,
    registrationStatus: isRoaming ? 'Registered, roaming' : 'Registered, home network',
  };
}

export function buildGpsFix(profile: DeviceProfile, now: number): GpsFix {
  const { lat, lon, satelliteCount } = computeReception(profile, now);
  return { t: now, lat, lon, alt: profile.altitudeM, satelliteCount };
}

export function buildSettings(state: DeviceState, id: number | null, now: number): Report {
  const isSatellite = state.profile.link === 'iridium';
  return {
    name: 'settings',
    body: { t: now, id, ...describeSettings(state.settings, state.isStreaming, isSatellite) },
  };
}

export function buildOnlineStatus(profile: DeviceProfile, now: number): Report {
  return { name: 'status', body: { online: 1, via: getVia(profile), fw: formatFirmware(profile.firmware), t: now } };
}

/** Reports sent after power-on. */
export function buildIntroduction(state: DeviceState, now: number): readonly Report[] {
  const { profile } = state;
  const reports: Report[] = [{ name: 'info', body: buildInfo(profile, null, now) }, buildSettings(state, null, now)];
  if (profile.link === 'iridium') return reports;
  if (profile.link === 'cellular') reports.push({ name: 'carrier', body: buildCarrier(profile, now) });
  return [...reports, { name: 'disk', body: describeDisk(state.disk, profile) }];
}
