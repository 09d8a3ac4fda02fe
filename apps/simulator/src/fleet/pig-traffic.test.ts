import { Random } from '@waymark/signals/random';
import { expect, test } from 'vitest';
import type { Report } from '../device/report.ts';
import { HALF_RECORD_MS } from '../passage/passage-event.ts';
import { findWay, sendPig, type PigRun } from '../pig/pig-run.ts';
import { planFleet } from '../scenario/plan-fleet.ts';
import { readScenario } from '../scenario/read-scenario.ts';
import { RecordingLink } from '../testing/recording-link.ts';
import { Counters } from './counters.ts';
import { Fleet } from './fleet.ts';
import { Timeline } from './timeline.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 2, 15, 9, 30);
const demo = await readScenario('demo');
const plan = planFleet({ ...demo, falseTriggers: 0, errors: 0 });
const [line] = plan.lines;
if (!line) throw new Error('no line');

function build(findTimetableEnd?: () => number, now = NOW, fleetPlan = plan) {
  const timeline = new Timeline(() => now, now - 8 * HOUR_MS);
  const sent = new Map<number, Report[]>();
  const fleet = new Fleet({
    plan: fleetPlan,
    timeline,
    counters: new Counters(),
    presentAt: now,
    buildLink: ({ profile: { uid } }, deliver) => {
      const reports: Report[] = [];
      sent.set(uid, reports);
      return new RecordingLink(deliver, reports);
    },
    ...(findTimetableEnd && { findTimetableEnd }),
  });
  const listPassages = () =>
    [...sent].flatMap(([uid, reports]) =>
      reports.flatMap((report) =>
        report.name === 'passage'
          ? [{ uid, at: report.body.passage.t, count: report.body.passage.detectionCount }]
          : [],
      ),
    );
  return { fleet, timeline, listPassages };
}

const sendFrom = (from: { lat: number; lon: number }, to: { lat: number; lon: number }, launchAt: number): PigRun => {
  const way = findWay(plan.lines, from, to);
  if (!way) throw new Error('no way');
  return sendPig({ way, launchAt, tool: 'mfl-combo', expectedMps: 4 }, new Random('pig'));
};
const pig = sendFrom(line.from, line.to, NOW - 7 * HOUR_MS);

/** Passages reported within a second or two of the pig's true time at the device. */
function findHeard(run: PigRun, fleet: Fleet, passages: readonly { uid: number; at: number }[]) {
  const truth = fleet.listEncounters(run);
  return passages.filter(({ uid, at }) =>
    truth.some(({ device, passing }) => device.uid === uid && Math.abs(passing.at - at) < 5000),
  );
}

test('devices along the way hear a followed pig from the given time on', async () => {
  const { fleet, timeline, listPassages } = build(() => -Infinity);
  const from = pig.launchAt + HOUR_MS;
  fleet.follow(pig, from);
  await fleet.replayHistory(() => NOW);
  timeline.stop();
  const heard = listPassages();
  expect(findHeard(pig, fleet, heard)).toEqual(heard);
  expect(heard.length).toBeGreaterThan(5);
  expect(Math.min(...heard.map(({ at }) => at))).toBeGreaterThan(from - HALF_RECORD_MS - 5000);
});

test('a pig that was removed from the line is no longer heard', async () => {
  const { fleet, timeline, listPassages } = build(() => -Infinity);
  const stop = fleet.follow(pig, pig.launchAt);
  stop();
  await fleet.replayHistory(() => NOW);
  timeline.stop();
  expect(listPassages()).toEqual([]);
});

test('a timetable that has ended only sends pigs that have arrived by then', async () => {
  const open = build();
  await open.fleet.replayHistory(() => NOW);
  open.timeline.stop();
  expect(open.listPassages().length).toBeGreaterThan(0);
  const ended = build(() => NOW - 8 * HOUR_MS);
  await ended.fleet.replayHistory(() => NOW);
  ended.timeline.stop();
  expect(ended.listPassages()).toEqual([]);
});

test('a device reports a pig late before its own start; a device in hibernation has heard nothing', async () => {
  const { fleet, listPassages } = build();
  await fleet.prepare();
  const reported: number[] = [];
  for (const encounter of fleet.listEncounters(pig))
    if (await fleet.reportLate(encounter)) reported.push(encounter.device.uid);
  const heard = listPassages();
  expect(new Set(heard.map(({ uid }) => uid))).toEqual(new Set(reported));
  expect(heard).toHaveLength(reported.length);
  expect(findHeard(pig, fleet, heard)).toEqual(heard);
  expect(reported).toContain(100_113);
  // In hibernation, or silent for days.
  for (const uid of [100_105, 100_110, 100_394]) expect(reported).not.toContain(uid);
});

test('[W-156] detection counts only increase, also for a pig reported ahead of earlier ones', async () => {
  const noisy = planFleet({ ...demo, falseTriggers: 5, errors: 0 });
  const { fleet, timeline, listPassages } = build(() => NOW - 7 * HOUR_MS, NOW, noisy);
  await fleet.prepare();
  const reported = new Set<number>();
  for (const encounter of fleet.listEncounters(pig))
    if (await fleet.reportLate(encounter)) reported.add(encounter.device.uid);
  await fleet.replayHistory(() => NOW);
  for (const encounter of fleet.listEncounters(pig).slice(0, 2)) await fleet.reportLate(encounter);
  timeline.stop();
  const counts = Map.groupBy(
    listPassages().toSorted((one, other) => one.at - other.at),
    ({ uid }) => uid,
  );
  expect([...reported].some((uid) => (counts.get(uid)?.length ?? 0) > 3)).toBe(true);
  for (const passages of counts.values()) {
    const listed = passages.map(({ count }) => count);
    expect(listed).toEqual(listed.toSorted((one, other) => one - other));
  }
});

test('the same devices hear a pig in the other direction in reverse order', () => {
  const { fleet } = build();
  const back = sendFrom(line.to, line.from, NOW);
  const order = (run: PigRun) => fleet.listEncounters(run).map(({ device }) => device.uid);
  expect(order(back)).toEqual(order(pig).toReversed());
  expect(order(pig).length).toBeGreaterThan(12);
});

test('places on no line, or on two lines, have no way between them', () => {
  const [, other] = plan.lines;
  expect(findWay(plan.lines, { lat: 10, lon: 10 }, line.to)).toBeNull();
  expect(findWay(plan.lines, line.from, other?.to ?? line.from)).toBeNull();
  expect(findWay(plan.lines, line.from, line.from)).toBeNull();
});

test('knows the last pig of a timetable that has gone all the way since the fleet began', async () => {
  const service = plan.pigs.find((pigs) => pigs.line === line);
  if (!service) throw new Error('no service');
  const launchAt = Math.floor((NOW - service.offsetMs) / service.everyMs) * service.everyMs + service.offsetMs;
  const arrivedAt = launchAt + 6 * HOUR_MS;
  const { fleet, timeline, listPassages } = build(() => arrivedAt, arrivedAt);
  await fleet.replayHistory(() => arrivedAt);
  timeline.stop();
  const last = fleet.findLastPig(line);
  if (!last) throw new Error('no pig');
  expect([last.launchAt, last.receiveAt <= arrivedAt]).toEqual([launchAt, true]);
  expect(findHeard(last, fleet, listPassages()).length).toBeGreaterThan(5);
  const other = build(() => -Infinity, arrivedAt);
  await other.fleet.replayHistory(() => arrivedAt);
  other.timeline.stop();
  expect(other.fleet.findLastPig(line)).toBeNull();
});
