import { expect, it } from 'vitest';
import { layCourse } from '../estimate/course.ts';
import { reckon } from '../estimate/estimate.ts';
import { foresee } from '../estimate/outlook.ts';
import { after, plainRun } from '../testing/plain-run.ts';
import type { DeviceAhead } from './alerts.ts';
import { listTroubleAhead } from './trouble-ahead.ts';

const NOW = after(0);
const MINUTE_MS = 60_000;
/** M1, M2 and M3 are ahead: the pig is due there in 100, 200 and 300 s. */
const run = plainRun();
const course = layCourse(run.path);
const outlook = foresee(run, course, reckon(run, course));

const fit = (uid: number): DeviceAhead => ({
  uid,
  isConnected: true,
  wakesAt: null,
  lastHeartbeatAt: NOW,
  batteryMv: 9200,
});

function listWith(changes: Readonly<Record<number, Partial<DeviceAhead>>>, without: readonly number[] = []) {
  const get = (uid: number) => (without.includes(uid) ? undefined : { ...fit(uid), ...changes[uid] });
  return listTroubleAhead(outlook, get, NOW).map(({ markerName, uid, kind }) => `${markerName} ${uid} ${kind}`);
}

it('[W-231] listTroubleAhead is empty while the next devices are fit', () => {
  expect(listWith({})).toEqual([]);
});

it('[W-231] listTroubleAhead names offline devices and low batteries in the order of the line', () => {
  const gone = { isConnected: false, lastHeartbeatAt: NOW - 6 * MINUTE_MS };
  expect(listWith({ 2: gone, 1: { batteryMv: 7400 }, 3: { ...gone, batteryMv: 7000 } })).toEqual([
    'M1 1 battery',
    'M2 2 offline',
    'M3 3 offline',
    'M3 3 battery',
  ]);
});

it('[W-231] listTroubleAhead names a sleeping device only if the pig comes before it wakes up', () => {
  const asleep = (wakesAt: number) => ({ isConnected: false, wakesAt });
  expect(listWith({ 1: asleep(after(50)), 2: asleep(after(250)) })).toEqual(['M2 2 asleep']);
});

it('[W-231] listTroubleAhead leaves out unknown devices and those beyond the third marker', () => {
  expect(listWith({ 4: { batteryMv: 7000 }, 1: { batteryMv: 7000 } }, [1])).toEqual([]);
});
