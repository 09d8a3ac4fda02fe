import { describe, expect, test } from 'vitest';
import { findCauses, listUidsAhead, type Cause, type WatchedDevice } from './alerts.ts';
import { foresee } from './outlook.ts';
import { describeCause } from './alerts-words.ts';
import { addMarker } from './changes.ts';
import { layCourse, locateOnCourse } from './course.ts';
import { reckon } from './estimate.ts';
import type { Run, RunPassage } from './run.ts';
import { after, placeAt, plainRun, withoutAgms, withSeen } from './testing/plain-run.ts';

// Ten metres a second: 60 km, from marker to marker, are 100 minutes.
const LONG = [0, 60, 120, 180, 240, 300];
const LEG_S = 6000;
const MINUTE_S = 60;

interface Look {
  readonly held?: readonly string[];
  readonly devices?: readonly WatchedDevice[];
}

const outlookOf = (run: Run) => {
  const course = layCourse(run.path);
  return foresee(run, course, reckon(run, course));
};

function causesAt(run: Run, seconds: number, { held = [], devices = [] }: Look = {}): Cause[] {
  return findCauses({
    outlook: outlookOf(run),
    devices: new Map(devices.map((device) => [device.uid, device])),
    held: new Set(held),
    now: after(seconds),
  });
}
const keysAt = (...args: Parameters<typeof causesAt>) => causesAt(...args).map(({ key }) => key);

const launched = plainRun(LONG);
/** Two legs as expected: 200 minutes after the launch. */
const underway = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S });
const seenAtS = 2 * LEG_S;
const dueAtS = 3 * LEG_S;

function heardAt(markerName: string, seconds: number): RunPassage {
  return {
    markerName,
    passageAt: after(seconds),
    uid: 9,
    endOfSnipAt: after(seconds + 15),
    isVerified: false,
    elfId: null,
    geoId: 1,
    magId: null,
    detectionCount: null,
    frequency: null,
    isOffline: false,
    isBluetooth: false,
    place: null,
    altitudeMm: null,
    samplingRate: null,
  };
}
const withHeard = (run: Run, name: string, seconds: number): Run => ({
  ...run,
  passages: [...run.passages, heardAt(name, seconds)],
});

function withMarker(run: Run, name: string, change: Partial<Run['path']['markers'][number]>): Run {
  return {
    ...run,
    path: {
      ...run.path,
      markers: run.path.markers.map((marker) => (marker.name === name ? { ...marker, ...change } : marker)),
    },
  };
}

describe('a run', () => {
  test.each([
    ['on time', underway, seenAtS + 10 * MINUTE_S],
    ['just launched', launched, MINUTE_S],
    ['not launched yet', { ...launched, launchAt: after(1000) }, 0],
    ['that is over', { ...underway, recieveAt: after(dueAtS) }, dueAtS + LEG_S],
  ])('%s warns of nothing', (_, run, seconds) => {
    expect(causesAt(run, seconds)).toEqual([]);
  });
});

describe('a pig that arrives soon', () => {
  test.each([
    [31, []],
    [30, ['arriving-30 M3']],
    [16, ['arriving-30 M3']],
    [15, ['arriving-30 M3', 'arriving-15 M3']],
    [0, []],
  ])('%i minutes before the next marker', (minutes, keys) => {
    expect(keysAt(underway, dueAtS - minutes * MINUTE_S)).toEqual(keys);
  });

  test('is told of the receive site after the last marker', () => {
    const last = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S, M3: 3 * LEG_S, M4: 4 * LEG_S });
    expect(causesAt(last, 5 * LEG_S - 20 * MINUTE_S)).toMatchObject([{ key: 'arriving-30 R', isEnd: true }]);
  });

  test('is not told twice because it comes a little later than thought, but holds on', () => {
    expect(keysAt(underway, dueAtS - 31 * MINUTE_S, { held: ['arriving-30 M3'] })).toEqual(['arriving-30 M3']);
    expect(keysAt(underway, dueAtS - 37 * MINUTE_S, { held: ['arriving-30 M3'] })).toEqual([]);
    expect(keysAt(underway, dueAtS + MINUTE_S, { held: ['arriving-30 M3', 'arriving-15 M3'] })).toEqual([
      'arriving-30 M3',
      'arriving-15 M3',
    ]);
  });
});

describe('a marker from which nothing came', () => {
  test('is missed once a later one is verified', () => {
    const skipped = withSeen(launched, { M1: LEG_S, M3: 3 * LEG_S });
    expect(causesAt(skipped, 3 * LEG_S + MINUTE_S)).toMatchObject([
      { kind: 'marker-missed', key: 'marker-missed M2', markerName: 'M2', arrival: null },
    ]);
  });

  test('is not missed where something was heard that nobody has verified yet', () => {
    const skipped = withHeard(withSeen(launched, { M1: LEG_S, M3: 3 * LEG_S }), 'M2', 2 * LEG_S);
    expect(causesAt(skipped, 3 * LEG_S + MINUTE_S)).toEqual([]);
  });

  test('has probably missed the pig when that is long overdue, which does not make the pig late', () => {
    const kinds = [0, 10, 30, 60].map((minutes) =>
      causesAt(underway, dueAtS + minutes * MINUTE_S).map(({ key }) => key),
    );
    expect(kinds[0]).toEqual([]);
    expect(kinds.at(-1)).toEqual(['marker-missed M3']);
  });

  test('[W-103] is not missed where no AGM stands, nor where the marker was added behind the pig', () => {
    const unwatched = withoutAgms(withSeen(launched, { M1: LEG_S, M3: 3 * LEG_S }), 'M2');
    expect(causesAt(unwatched, 3 * LEG_S + MINUTE_S)).toEqual([]);
    const passed = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S });
    const added = addMarker(passed, { name: 'Gate', ...placeAt(90_000) });
    if (!added.ok) throw new Error(added.failure);
    const linked = withMarker(added.value, 'Gate', { autoLinkedUids: [12] });
    expect(causesAt(linked, 2 * LEG_S + MINUTE_S)).toEqual([]);
    const ahead = withoutAgms(launched, 'M1', 'M2', 'M3', 'M4');
    expect(keysAt(ahead, 3 * LEG_S)).toEqual([]);
  });

  test('[W-103] is named once, by the alarm for the pig that has stopped', () => {
    const causes = causesAt(underway, 4 * LEG_S + 5 * LEG_S);
    const stopped = causes.find(({ kind }) => kind === 'pig-stopped');
    expect(causes.map(({ key }) => key)).toEqual(['marker-missed M3', 'pig-late', 'pig-stopped']);
    expect(stopped && describeCause(stopped, after(9 * LEG_S))).toContain(
      'Nothing heard at M4, expected 2026-03-01 06:40:00 UTC: overdue by 8:20, the pig has probably stopped. Nothing was heard at M3 either.',
    );
  });

  test('has some minutes to be heard', () => {
    const near = withSeen(plainRun([0, 1, 2, 3]), { M1: 100 });
    expect(keysAt(near, 200 + 4 * MINUTE_S)).toEqual([]);
    expect(keysAt(near, 200 + 6 * MINUTE_S)).toEqual(['marker-missed M2']);
  });

  test('does not come back to life as time goes by', () => {
    expect(keysAt(underway, dueAtS + 3 * LEG_S, { held: ['marker-missed M3'] })).toContain('marker-missed M3');
  });
});

describe('a pig that does not come', () => {
  const nextDueAtS = dueAtS + LEG_S;
  const far = { held: ['marker-missed M3'] };

  test('is late once the marker after the silent one is silent too, and then has stopped', () => {
    expect(keysAt(underway, nextDueAtS - MINUTE_S, { held: ['marker-missed M3', 'arriving-15 M3'] })).not.toContain(
      'pig-late',
    );
    expect(keysAt(underway, nextDueAtS + 1.5 * LEG_S, far)).toContain('pig-late');
    expect(keysAt(underway, nextDueAtS + 5 * LEG_S, far)).toEqual(['marker-missed M3', 'pig-late', 'pig-stopped']);
  });

  test('is late before it has stopped', () => {
    const first = (key: string) =>
      Array.from({ length: 500 }, (_, minute) => minute).find((minute) =>
        keysAt(underway, nextDueAtS + minute * MINUTE_S, far).includes(key),
      );
    expect(first('pig-late')).toBeGreaterThanOrEqual(5);
    expect(first('marker-missed M4')).toBeUndefined();
    expect(first('pig-stopped')).toBeGreaterThan(first('pig-late') ?? Infinity);
  });

  test('is to be searched from the last point that saw it to the one that did not', () => {
    const late = causesAt(underway, nextDueAtS + 5 * LEG_S, far).find(({ kind }) => kind === 'pig-late');
    expect(late).toMatchObject({
      stretch: {
        from: { name: 'M2', distanceM: 120_000, at: after(seenAtS) },
        to: { name: 'M4', distanceM: 240_000 },
      },
    });
    expect(late && describeCause(late, 0)).toContain(
      'Last passed M2, 2026-03-01 03:20:00 UTC. Search from M2 at 120.00 km (74.56 mi) to M4 at 240.00 km (149.13 mi): 120.00 km (74.56 mi).',
    );
  });

  test('after the last marker is late at the receive site, where it does not stop', () => {
    const last = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S, M3: 3 * LEG_S, M4: 4 * LEG_S });
    expect(causesAt(last, 20 * LEG_S)).toMatchObject([{ kind: 'pig-late', arrival: { name: 'R', isEnd: true } }]);
  });

  test('is neither late nor missed while something that may be it waits for a person', () => {
    expect(causesAt(withHeard(underway, 'M3', dueAtS + MINUTE_S), dueAtS + 5 * LEG_S)).toEqual([]);
    expect(keysAt(withHeard(underway, 'M3', seenAtS + MINUTE_S), dueAtS + 9 * LEG_S, far)).toContain('pig-stopped');
  });

  test('is late as soon as the one silent marker is the last that is tracked', () => {
    const short = plainRun([0, 60, 120]);
    expect(keysAt(short, LEG_S + 9 * LEG_S)).toEqual(['marker-missed M1', 'pig-late']);
  });
});

describe('a pig that stands', () => {
  const stoppedAt = after(seenAtS + 1000);
  const put = (speed: number): Run => ({
    ...underway,
    edit: { at: stoppedAt, place: locateOnCourse(layCourse(underway.path), 130_000), speed },
  });

  test('has stopped when a user has set its speed to 0, and lies ahead of the place that they set', () => {
    const [cause] = causesAt(put(0), seenAtS + 1100);
    expect(cause).toMatchObject({
      kind: 'pig-stopped',
      markerName: null,
      arrival: null,
      stretch: { to: { name: 'M3' } },
    });
    expect(cause && describeCause(cause, 0)).toBe(
      'Its speed was set to 0. Set by hand 2026-03-01 03:36:40 UTC. Search from 130.00 km (80.78 mi) to M3 at 180.00 km (111.85 mi): 50.00 km (31.07 mi).',
    );
  });

  test('is on its way again with a speed, or once it is seen further on; and not unless it stood', () => {
    expect(causesAt(put(8), seenAtS + 1100, { held: ['pig-stopped'] })).toMatchObject([
      { kind: 'pig-resumed', speed: 8 },
    ]);
    const seenAgain = withSeen(underway, { M3: 3.1 * LEG_S });
    expect(keysAt(seenAgain, 3.1 * LEG_S + 100, { held: ['pig-stopped', 'pig-late'] })).toEqual(['pig-resumed']);
    expect(keysAt(seenAgain, 3.1 * LEG_S + 200, { held: ['pig-resumed'] })).toEqual(['pig-resumed']);
    expect(keysAt(seenAgain, 3.1 * LEG_S + 100)).toEqual([]);
  });
});

describe('the speed between the last two points', () => {
  const goes = (share: number) => withSeen(launched, { M1: LEG_S, M2: LEG_S + LEG_S / share });
  const lookSoon = (share: number, held: readonly string[] = []) =>
    keysAt(goes(share), LEG_S + LEG_S / share + 10, { held });

  test.each([
    [1.24, []],
    [1.26, ['over-speed']],
    [0.76, []],
    [0.74, ['under-speed']],
  ])('of %d times the expected one', (share, keys) => {
    expect(lookSoon(share)).toEqual(keys);
  });

  test('has to come nearer to the expected one than it had to leave it', () => {
    expect(lookSoon(1.22, ['over-speed'])).toEqual(['over-speed']);
    expect(lookSoon(1.19, ['over-speed'])).toEqual([]);
    expect(lookSoon(0.78, ['under-speed'])).toEqual(['under-speed']);
  });
});

describe('an AGM ahead', () => {
  const now = seenAtS + 10 * MINUTE_S;
  const good: WatchedDevice = {
    uid: 7,
    isConnected: true,
    wakesAt: null,
    lastHeartbeatAt: after(now - 60),
    batteryMv: 8600,
  };
  const linked = withMarker(underway, 'M3', { linkedUid: 7 });
  const look = (device: Partial<WatchedDevice>, held: readonly string[] = []) =>
    keysAt(linked, now, { devices: [{ ...good, ...device }], held });

  test.each<[string, Partial<WatchedDevice>, string[]]>([
    ['is connected', {}, []],
    ['has been away for a minute', { isConnected: false }, []],
    ['has been away for six minutes', { isConnected: false, lastHeartbeatAt: after(now - 360) }, ['agm-offline 7']],
    ['sleeps', { isConnected: false, lastHeartbeatAt: after(now - 3600), wakesAt: after(now + 600) }, []],
    ['was never heard from', { isConnected: false, lastHeartbeatAt: null }, ['agm-offline 7']],
    ['has a battery of 20 %', { batteryMv: 7400 }, ['agm-battery 7']],
    ['has a battery of 40 %', { batteryMv: 7600 }, []],
    ['has not told its battery', { batteryMv: null }, []],
  ])('that %s', (_, device, keys) => {
    expect(look(device)).toEqual(keys);
  });

  test('whose battery was low has to recover', () => {
    expect(look({ batteryMv: 7600 }, ['agm-battery 7'])).toEqual(['agm-battery 7']);
    expect(look({ batteryMv: 8100 }, ['agm-battery 7'])).toEqual([]);
  });

  test('counts while its marker is among the next three, however it is linked', () => {
    const run = withMarker(
      withMarker(
        withMarker(withoutAgms(launched, 'M1', 'M2', 'M3', 'M4'), 'M1', { linkedUid: 1, autoLinkedUids: [1, 2] }),
        'M3',
        { autoLinkedUids: [3] },
      ),
      'M4',
      { linkedUid: 4 },
    );
    expect(listUidsAhead(outlookOf(run))).toEqual([1, 2, 3]);
    expect(listUidsAhead(outlookOf(withSeen(run, { M1: LEG_S })))).toEqual([3, 4]);
  });

  test('is told with its marker and when the pig is due there', () => {
    const [cause] = causesAt(linked, now, { devices: [{ ...good, batteryMv: 7400 }] });
    expect(cause && describeCause(cause, after(now))).toBe(
      'AGM 7 at M3: battery 20%. The pig is expected there 2026-03-01 05:00:00 UTC.',
    );
  });
});
