import type { DeviceProfile } from '../device/profile.ts';
import { createDevice, type DeviceBeginning, type DeviceState } from '../device/state.ts';
import { stepDevice, type DeviceInput, type DeviceStep } from '../device/step.ts';
import type { Report } from '../device/report.ts';

export const NOON = Date.UTC(2026, 2, 1, 12, 0, 0);

export const PROFILE: DeviceProfile = {
  uid: 100_234,
  link: 'cellular',
  product: 'AGM20',
  firmware: { major: 10, minor: 80 },
  imei: null,
  lat: 36.05,
  lon: -96.4,
  altitudeM: 230,
  site: 'remote',
  heartbeatIntervalS: 300,
  carrier: 'Prairie Wireless',
  diskSizeMBytes: 4096,
  hasSolarPanel: false,
  hasExternalPower: false,
  hasGeophone: true,
  hasExternalAntenna: false,
  missProbability: 0,
};

export const SATELLITE_PROFILE: DeviceProfile = { ...PROFILE, link: 'iridium', imei: '300234100234006' };

export function buildOffDevice(beginning: Partial<DeviceBeginning> = {}): DeviceState {
  return createDevice({ profile: PROFILE, now: NOON, ...beginning });
}

/** Applies inputs to the device, all at one time. */
export function pass(state: DeviceState, now: number, ...inputs: readonly DeviceInput[]): DeviceStep {
  return inputs.reduce<DeviceStep>(
    (step, input) => {
      const next = stepDevice(step.state, input, now);
      return { state: next.state, outputs: [...step.outputs, ...next.outputs] };
    },
    { state, outputs: [] },
  );
}

/** Connected and introduced since noon. */
export function buildOnlineDevice(beginning: Partial<DeviceBeginning> = {}): DeviceState {
  return pass(buildOffDevice(beginning), NOON, { kind: 'start' }, { kind: 'connected' }).state;
}

export function listReports({ outputs }: DeviceStep): readonly Report[] {
  return outputs.flatMap((output) => (output.kind === 'report' ? [output.report] : []));
}

/** The names of the reports and modem actions, in order. */
export function describeOutputs({ outputs }: DeviceStep): readonly string[] {
  return outputs.map((output) => (output.kind === 'report' ? output.report.name : output.kind));
}
