import { exampleDevice as deviceOnWire } from '@waymark/contract/devices/device';
import { exampleRun } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import { DEFAULT_RULE } from '@waymark/domain/path/notification-rule';
import { describe, expect, it } from 'vitest';
import { readDevice } from '#/features/devices/store/device.wire.ts';
import { KEPT_MS, readSnapshot, takeSnapshot } from './snapshot.ts';

const exampleDevice = readDevice(deviceOnWire);
const nowMs = 1_700_000_000_000;
const known = { userId: 7, savedAt: nowMs, clockOffsetMs: 250, devices: [exampleDevice], runs: [exampleRun] };

describe('takeSnapshot', () => {
  it('takeSnapshot contains devices and runs as the screen needs them', () => {
    const { devices, runs } = takeSnapshot(known);
    expect(devices).toEqual([{ ...exampleDevice, imei: null }]);
    expect(runs.map(readRun)).toEqual([
      readRun({ ...exampleRun, pigPath: JSON.stringify({ ...JSON.parse(exampleRun.pigPath), notifications: [] }) }),
    ]);
  });

  it('takeSnapshot leaves out whom a run notifies, and the numbers of satellite modems', () => {
    const rule = { ...DEFAULT_RULE, name: 'Dana Reyes', userId: 9 };
    const pigPath = JSON.stringify({ ...JSON.parse(exampleRun.pigPath), notifications: [rule] });
    const kept = takeSnapshot({
      ...known,
      devices: [{ ...exampleDevice, imei: '300434060000101' }],
      runs: [{ ...exampleRun, pigPath }],
    });
    expect(JSON.stringify(kept)).not.toMatch(/Dana Reyes|300434060000101/);
  });

  it('takeSnapshot limits the number of devices and runs', () => {
    const devices = Array.from({ length: 10_001 }, (_, index) => ({ ...exampleDevice, uid: index + 1 }));
    const runs = Array.from({ length: 5 }, (_, index) => ({
      ...exampleRun,
      runId: index + 1,
      passages: ' '.repeat(2_000_000),
    }));
    const kept = takeSnapshot({ ...known, devices, runs });
    expect(kept.devices).toHaveLength(10_000);
    expect(kept.runs.map(({ runId }) => runId)).toEqual([1, 2, 3]);
  });
});

describe('readSnapshot', () => {
  const kept = takeSnapshot(known);

  it('readSnapshot returns the snapshot of the same user, for three days', () => {
    expect(readSnapshot(kept, 7, nowMs + KEPT_MS - 1)).toEqual(kept);
    expect(readSnapshot(kept, 7, nowMs + KEPT_MS)).toBeNull();
    expect(readSnapshot(kept, 8, nowMs)).toBeNull();
  });

  it('readSnapshot accepts only the format of this build', () => {
    for (const other of [null, undefined, 'text', {}, { ...kept, form: 0 }])
      expect(readSnapshot(other, 7, nowMs)).toBeNull();
  });
});
