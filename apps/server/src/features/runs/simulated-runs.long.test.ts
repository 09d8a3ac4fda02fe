import { writePath } from '@waymark/contract/runs/read-path';
import { savedPigPath } from '@waymark/contract/runs/pig-path';
import { exampleSentRun, pigRun } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import { layCourse } from '@waymark/domain/run/estimate/course';
import { estimate, predictArrival, reckon } from '@waymark/domain/run/estimate/estimate';
import type { Run, RunPassage } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { Random } from '@waymark/signals/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVirtualDevice, type DrivenDevice } from '../../../../simulator/src/create-virtual-device.ts';
import { layLine, locate, type Line, type LinePlan } from '../../../../simulator/src/line/line.ts';
import { findPassing, sendPig, type PigRun } from '../../../../simulator/src/pig/pig-run.ts';
import { planFleet } from '../../../../simulator/src/scenario/plan-fleet.ts';
import { readScenario } from '../../../../simulator/src/scenario/read-scenario.ts';
import { buildPath } from '../../../../simulator/src/server-client/prepare-paths.ts';
import { findFreePort } from '../../testing/server-process.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

// Simulates pigs over real links from launch to receive, and compares the server's results with the simulated truth.

const MINUTE_MS = 60_000;
const VERIFIED_WITHIN_MS = 5 * MINUTE_MS;
/** The largest error of a device's passage time. */
const TIMING_MS = 5000;

let server: TestServer;
let mqttUrl: string;
let token: string;
const devices = new Map<number, DrivenDevice>();

beforeAll(async () => {
  const port = await findFreePort();
  mqttUrl = `mqtt://127.0.0.1:${port}`;
  server = await startTestServer({ settings: { WAYMARK_MQTT_PORT: String(port) } });
  token = (await server.signIn('superadmin@demo.waymark')).token;
});
afterAll(async () => {
  for (const device of devices.values()) await device.close();
  await server.close();
});

async function ask<Reply>(method: string, address: string, body?: unknown): Promise<Reply> {
  const response = await server.call(method, `/api${address}`, { token, body });
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Reply;
}

const read = async (runId: number): Promise<Run> => readRun(pigRun.parse(await ask('GET', `/pigrun/${runId}`)));

async function readUntil(runId: number, isSo: (run: Run) => boolean): Promise<Run> {
  for (;;) {
    const run = await read(runId);
    if (isSo(run)) return run;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const FROM = { lat: 35.985, lon: -96.767 };
const TO = { lat: 36.1, lon: -96.15 };
const SPEED_MPS = 3;

interface Watched {
  readonly line: Line;
  /** The device that stands between two markers. */
  readonly stray: number;
  readonly silentMarker: string;
  readonly uids: readonly number[];
}

/** Places a device at every marker but one, and one between two markers. */
async function watchLine(plan: LinePlan, firstUid: number): Promise<Watched> {
  const line = layLine(plan);
  const markers = line.markers.filter(({ kind }) => kind === 'AGM');
  const silent = markers[4];
  const [before, after] = [markers[6], markers[7]];
  if (!silent || !before || !after) throw new Error('the line is too short');
  const places = [
    ...markers.filter((marker) => marker !== silent),
    locate(line, (before.distanceM + after.distanceM) / 2),
  ];
  const groups = await ask<{ id: number }[]>('GET', '/admin/group');
  const uids = places.map((_, at) => firstUid + at);
  for (const [at, { lat, lon }] of places.entries()) {
    const uid = firstUid + at;
    const { credential } = await ask<{ credential: { password: string } }>('POST', '/admin/apexagm/add', {
      uid,
      group: groups[0]?.id,
      lat,
      lon,
    });
    const device = createVirtualDevice({
      uid,
      lat,
      lon,
      way: { kind: 'cellular', server: { url: mqttUrl }, password: credential.password },
    });
    devices.set(uid, device);
    await device.connect();
  }
  return { line, uids, stray: uids.at(-1) ?? 0, silentMarker: silent.name };
}

async function savePath({ line, uids }: Watched): Promise<number> {
  const { devices: planned } = planFleet(await readScenario('demo'));
  const [some] = planned;
  if (!some) throw new Error('no devices');
  const standing = uids.map((uid) => ({
    ...some,
    profile: { ...some.profile, uid, ...devices.get(uid)?.device.state.profile },
  }));
  const path = buildPath({ ...line, path: { pigs: ['PIG'], notes: '' } }, { devices: standing, pigs: [] });
  return ask('POST', '/pigrun/pigpath/add', path && writePath({ ...path, expectedSpeed: SPEED_MPS }));
}

async function launch(pathId: number, pig: string, launchAt: number): Promise<number> {
  const path = savedPigPath.parse(await ask('GET', `/pigrun/pigpath/${pathId}`));
  const texts = { pigPath: JSON.stringify(path), markers: JSON.stringify(path.markers) };
  return (
    await ask<{ runId: number }>('POST', '/pigrun/add/', {
      ...exampleSentRun,
      ...texts,
      pig,
      launchTime: formatUtcSecond(launchAt),
    })
  ).runId;
}

/** The run before and after the pig passed a device. */
interface Step {
  readonly before: Run;
  readonly after: Run;
  readonly passage: RunPassage;
  readonly trueAt: number;
}

async function passBy(runId: number, pig: PigRun, uid: number): Promise<Step> {
  const device = devices.get(uid);
  const found = device && findPassing(pig, device.device.state.profile);
  if (!device || !found) throw new Error(`the pig does not come by ${uid}`);
  const before = await read(runId);
  const heard = await device.passage({ at: found.at, speedMps: found.speedMps });
  if (!heard) throw new Error(`${uid} has not heard the pig`);
  const isHere = (passage: RunPassage) => passage.uid === uid;
  const after = await readUntil(runId, (run) => run.passages.some(isHere));
  const passage = after.passages.find(isHere);
  if (!passage) throw new Error(`no passage of ${uid}`);
  return { before, after, passage, trueAt: found.at };
}

async function verifyByHand(runId: number, { elfId, geoId, magId, uid }: RunPassage): Promise<Run> {
  await ask('POST', '/pigrun/SetPassageVerification', { elfId, geoId, magId, isVerified: true });
  return readUntil(runId, ({ passages }) => passages.some((passage) => passage.uid === uid && passage.isVerified));
}

const distanceOf = ({ path }: Run, name: string | null) =>
  path.markers.find((marker) => marker.name === name)?.fromLaunchM ?? Number.NaN;

/** The error of the predicted arrival as a share of the time since the last verified passage. */
function measureError({ before, passage, trueAt }: Step): number {
  const reckoning = reckon(before, layCourse(before.path));
  const predictedAt = predictArrival(reckoning, distanceOf(before, passage.markerName)) ?? Number.NaN;
  return Math.abs(predictedAt - trueAt) / (trueAt - (reckoning.base?.at ?? 0));
}

/** The simulated distance of the pig. */
function findDistanceM({ motion, launchAt }: PigRun, at: number): number {
  const step = motion.timesS.findIndex((timeS) => launchAt + timeS * 1000 >= at);
  return motion.distancesM[step] ?? Number.NaN;
}

/** Checks the estimate at the marker; returns its error half-way in time as a share of the distance to the marker. */
function measurePosition({ before, trueAt, passage }: Step, verified: Run, pig: PigRun): number {
  const course = layCourse(verified.path);
  const toM = distanceOf(verified, passage.markerName);
  const there = estimate(reckon(verified, course), course, verified.path.markers, passage.passageAt);
  expect(there.distanceM).toBeCloseTo(toM, 3);
  const reckoning = reckon(before, course);
  const { distanceM: fromM, at } = reckoning.base ?? { distanceM: Number.NaN, at: Number.NaN };
  const halfWay = estimate(reckoning, course, before.path.markers, (at + trueAt) / 2);
  expect(halfWay.distanceM).toBeGreaterThan(fromM);
  expect(halfWay.distanceM).toBeLessThanOrEqual(course.lengthM);
  return Math.abs(halfWay.distanceM - findDistanceM(pig, (at + trueAt) / 2)) / (toM - fromM);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** The longest stop of the pig, in seconds. */
function findStopS({ motion: { timesS } }: PigRun): number {
  return Math.max(...timesS.map((timeS, at) => timeS - (timesS[at - 1] ?? timeS)));
}

/** The devices in the order in which the pig passes them. */
function listByTime(pig: PigRun, uids: readonly number[]): readonly number[] {
  return uids.toSorted((one, other) => timeOf(pig, one) - timeOf(pig, other));
}

/** Whether the rules verify the passage. null right after the silent marker, where the pig's delay decides. */
function findVerdict({ before, passage }: Step, silentMarker: string): boolean | null {
  const reckoning = reckon(before, layCourse(before.path));
  if (before.path.markers[reckoning.next]?.name === silentMarker) return null;
  const predictedAt = predictArrival(reckoning, distanceOf(before, passage.markerName)) ?? Number.NaN;
  const wantsIt = before.path.markers.some(({ name, autoVerify }) => name === passage.markerName && autoVerify);
  return wantsIt && Math.abs(predictedAt - passage.passageAt) <= VERIFIED_WITHIN_MS;
}

const PLANS = [
  { name: 'Liquid line - End', fluid: 'liquid', firstUid: 720_101, seeds: [1, 2, 3], standsForS: 0 },
  { name: 'Gas line - End', fluid: 'gas', firstUid: 720_201, seeds: [4, 5, 6], standsForS: 3600 },
] as const;

test.each(PLANS)(
  '[T-106, T-116, T-117] the server estimates position and arrival of pigs in $fluid within 10 %',
  async ({ name, fluid, firstUid, seeds, standsForS }) => {
    const watched = await watchLine({ name, fluid, diameterIn: 16, from: FROM, to: TO, seed: 11 }, firstUid);
    const pathId = await savePath(watched);
    const errors: number[] = [];
    const offCourse: number[] = [];
    const wrong: RunPassage[] = [];
    const stopsS: number[] = [];
    const verdicts: (boolean | null)[] = [];
    for (const seed of seeds) {
      const pig = sendSoThatItHasArrived(watched.line, `truth/${fluid}/${seed}`);
      stopsS.push(findStopS(pig));
      const runId = await launch(pathId, `PIG-${fluid}-${seed}`, pig.launchAt);
      const markers: (readonly [string | null, string | null])[] = [];
      for (const uid of listByTime(pig, watched.uids)) {
        const step = await passBy(runId, pig, uid);
        expect(Math.abs(step.passage.passageAt - step.trueAt)).toBeLessThan(TIMING_MS);
        markers.push([step.passage.markerName, markerAt(watched.line, uid)]);
        if (uid === watched.stray) continue;
        const verdict = findVerdict(step, watched.silentMarker);
        verdicts.push(verdict);
        wrong.push(...(verdict === null || verdict === step.passage.isVerified ? [] : [step.passage]));
        const verified = step.passage.isVerified ? step.after : await verifyByHand(runId, step.passage);
        offCourse.push(measurePosition(step, verified, pig));
        errors.push(measureError(step));
      }
      await ask('POST', '/finished/pigrun/add/', {
        ...(await ask<object>('GET', `/pigrun/${runId}`)),
        recieveTime: formatUtcSecond(pig.receiveAt),
      });
      const ended = await read(runId);
      for (const [told, expected] of markers) expect(told).toBe(expected);
      expect(ended.completedAt).toBe(Math.floor(pig.receiveAt / 1000) * 1000);
      expect(ended.passages.filter(({ isVerified }) => !isVerified)).toMatchObject([
        { uid: watched.stray, markerName: null },
      ]);
      expect(ended.passages).toHaveLength(watched.uids.length);
    }
    expect(wrong).toEqual([]);
    expect(Math.max(...stopsS)).toBeGreaterThan(standsForS);
    for (const verdict of [true, false]) expect(verdicts).toContain(verdict);
    expect(median(errors)).toBeLessThan(0.1);
    expect(median(offCourse)).toBeLessThan(0.1);
  },
);

function sendSoThatItHasArrived(line: Line, seed: string): PigRun {
  const way = { line, fromM: 0, toM: line.lengthM };
  const send = (launchAt: number) =>
    sendPig({ way, launchAt, tool: 'mfl-combo', expectedMps: SPEED_MPS }, new Random(seed));
  return send(Math.floor((Date.now() - MINUTE_MS - send(0).receiveAt) / 1000) * 1000);
}

function timeOf(pig: PigRun, uid: number): number {
  const device = devices.get(uid);
  return (device && findPassing(pig, device.device.state.profile)?.at) ?? 0;
}

function markerAt(line: Line, uid: number): string | null {
  const profile = devices.get(uid)?.device.state.profile;
  return line.markers.find(({ lat, lon }) => lat === profile?.lat && lon === profile.lon)?.name ?? null;
}
