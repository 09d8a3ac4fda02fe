import { describe, expect, it } from 'vitest';
import type { Report } from '../device/report.ts';
import { projectToLine } from '../line/line.ts';
import { planFleet } from '../scenario/plan-fleet.ts';
import { readScenario } from '../scenario/read-scenario.ts';
import { RecordingLink } from '../testing/recording-link.ts';
import { Counters } from './counters.ts';
import { Fleet, type KnownDevice } from './fleet.ts';
import { Timeline } from './timeline.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 2, 15, 9, 30);
const demo = await readScenario('demo');

function build(hours: number, seed = demo.seed, known?: ReadonlyMap<number, KnownDevice>) {
  const plan = planFleet({ ...demo, seed, pigs: demo.pigs.map((pig) => ({ ...pig, keepEvery: 1 })) });
  const timeline = new Timeline(() => NOW, NOW - hours * HOUR_MS);
  const sent = new Map<number, Report[]>();
  const buildLink = (
    device: (typeof plan.devices)[number],
    deliver: ConstructorParameters<typeof RecordingLink>[0],
  ) => {
    const reports: Report[] = [];
    sent.set(device.profile.uid, reports);
    return new RecordingLink(deliver, reports);
  };
  const counters = new Counters();
  const fleet = new Fleet({ plan, timeline, counters, buildLink, presentAt: NOW, ...(known ? { known } : {}) });
  return { plan, fleet, sent, counters, timeline };
}

async function replay(...args: Parameters<typeof build>) {
  const built = build(...args);
  await built.fleet.replayHistory(() => NOW);
  built.timeline.stop();
  return built;
}

const findTimes = (reports: readonly Report[], name: Report['name']) =>
  reports.flatMap((report) =>
    report.name === name && 't' in report.body && report.body.t !== undefined ? [report.body.t] : [],
  );

describe('fleet', () => {
  it('reports the same for the same seed and clock, and differs for another seed', async () => {
    const [first, second, other] = [await replay(3), await replay(3), await replay(3, 4)];
    expect([...second.sent]).toEqual([...first.sent]);
    expect([...other.sent]).not.toEqual([...first.sent]);
  });

  it("starts where the server's knowledge ends", async () => {
    const uid = 100_101;
    const lastHeartbeatAt = NOW - HOUR_MS;
    const { sent, fleet } = await replay(
      6,
      demo.seed,
      new Map([[uid, { lastHeartbeatAt, detectionCount: 41, batteryMv: 8123, settings: { geoMode: 3 } }]]),
    );
    const heartbeats = findTimes(sent.get(uid) ?? [], 'hb');
    expect(Math.min(...heartbeats)).toBeGreaterThan(lastHeartbeatAt);
    expect(heartbeats.length).toBeGreaterThanOrEqual(12);
    const state = fleet.devices.find((device) => device.uid === uid)?.state;
    expect(state?.detectionCount).toBeGreaterThanOrEqual(41);
    expect(state?.settings).toMatchObject({ geoMode: 3, powerMode: 0 });
    expect(Math.abs((state?.energy.batteryMv ?? 0) - 8123)).toBeLessThan(20);
  });

  it('replays only the past, each device in order, and then its presence', async () => {
    const { sent, fleet } = await replay(6);
    for (const { uid, state } of fleet.devices) {
      const reports = sent.get(uid) ?? [];
      const heartbeats = findTimes(reports, 'hb');
      expect(heartbeats).toEqual(heartbeats.toSorted((left, right) => left - right));
      expect(heartbeats.at(-1) ?? 0).toBeLessThanOrEqual(NOW);
      const statuses = reports.flatMap((report) => (report.name === 'status' ? [report.body] : []));
      expect(statuses.length).toBeLessThanOrEqual(1);
      const mustBeOnline = state.profile.link !== 'iridium' && state.life === 'online';
      expect(statuses[0]?.online === 1).toBe(mustBeOnline);
    }
  });

  it('stops during the replay on request', async () => {
    const { fleet, counters } = build(24);
    const replayed = fleet.replayHistory(() => NOW);
    await counters.waitUntil(() => counters.read().acknowledged > 300);
    await fleet.stop();
    await replayed;
    expect(fleet.devices.every(({ state }) => state.life === 'off' || state.life === 'shut-down')).toBe(true);
    expect(counters.read().acknowledged).toBe(counters.read().published);
    expect(counters.read().acknowledged).toBeLessThan(5000);
  });

  it('keeps devices that ended long ago as they are', async () => {
    const ended = demo.devices.find(({ silentForH }) => silentForH !== undefined)?.firstUid ?? 0;
    const { sent } = await replay(
      3,
      demo.seed,
      new Map([[ended, { lastHeartbeatAt: NOW - 90 * HOUR_MS, detectionCount: 0, batteryMv: null, settings: {} }]]),
    );
    expect(sent.get(ended)).toEqual([]);
  });

  it('devices hear the pigs: each line has passages with waveforms', async () => {
    const { plan, sent } = await replay(14);
    const passages = [...sent.values()].flat().flatMap((report) => (report.name === 'passage' ? [report.body] : []));
    const byPigs = passages.filter(({ waveforms }) => waveforms.length > 1);
    for (const line of plan.lines) {
      const here = byPigs.filter(({ passage }) => projectToLine(line, passage).offsetM < 50);
      expect(here.length).toBeGreaterThan(2);
    }
    expect(byPigs.every(({ waveforms }) => waveforms.every(({ samples }) => samples.length === 500))).toBe(true);
  });
});
