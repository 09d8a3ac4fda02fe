import { describe, expect, test } from 'vitest';
import { findCauses, listUidsAhead, type Cause, type WatchedDevice } from './alerts.ts';
import { foresee } from '../estimate/outlook.ts';
import { USUAL_READER } from '../../language/reader.ts';
import { describeCause } from '../../words/run-messages.ts';
import { addMarker } from '../changes/changes.ts';
import { layCourse, locateOnCourse } from '../estimate/course.ts';
import { reckon } from '../estimate/estimate.ts';
import type { Run, RunPassage } from '../run.ts';
import { after, placeAt, plainRun, withoutAgms, withSeen } from '../testing/plain-run.ts';

// Ten metres a second: 60 km, from marker to marker, are 100 minutes.
const LONG = [0, 60, 120, 180, 240, 300];
const LEG_S = 6000;
const MINUTE_S = 60;

interface Look {
  readonly held?: readonly string[];
  readonly devices?: readonly WatchedDevice[];
}

/** No limits of the company, which have tests of their own below. */
const OFF = { unheardMinutes: 0, waitingMinutes: 0 };

const outlookOf = (run: Run) => {
  const course = layCourse(run.path);
  return foresee(run, course, reckon(run, course));
};

function causesAt(run: Run, seconds: number, { held = [], devices = [] }: Look = {}): Cause[] {
  return findCauses({
    outlook: outlookOf(run),
    devices: new Map(devices.map((device) => [device.uid, device])),
    held: new Set(held),
    limits: OFF,
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

describe('a run without alerts', () => {
  test.each([
    ['on time', underway, seenAtS + 10 * MINUTE_S],
    ['just launched', launched, MINUTE_S],
    ['not launched yet', { ...launched, launchAt: after(1000) }, 0],
    ['that has ended', { ...underway, completedAt: after(dueAtS) }, dueAtS + LEG_S],
  ])('a run %s has no causes', (_, run, seconds) => {
    expect(causesAt(run, seconds)).toEqual([]);
  });
});

describe('arriving pig', () => {
  test.each([
    [31, []],
    [30, ['arriving-30 M3']],
    [16, ['arriving-30 M3']],
    [15, ['arriving-30 M3', 'arriving-15 M3']],
    [0, []],
  ])('finds the causes %i minutes before the next marker', (minutes, keys) => {
    expect(keysAt(underway, dueAtS - minutes * MINUTE_S)).toEqual(keys);
  });

  test('an arrival at the receive site is reported after the last marker', () => {
    const last = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S, M3: 3 * LEG_S, M4: 4 * LEG_S });
    expect(causesAt(last, 5 * LEG_S - 20 * MINUTE_S)).toMatchObject([{ key: 'arriving-30 R', isEnd: true }]);
  });

  test('[W-555] an arrival is reported after a marker where no AGM stands, once the latest time there is over', () => {
    const bare = withoutAgms(underway, 'M3');
    expect(keysAt(bare, dueAtS - 20 * MINUTE_S)).toEqual(['arriving-30 M3']);
    expect(keysAt(bare, dueAtS + LEG_S - 20 * MINUTE_S)).toEqual(['arriving-30 M4']);
  });

  test('[W-555] an arrival where an AGM stands is reported while a marker without one before it is still the next', () => {
    const near = withoutAgms(plainRun([0, 60, 66, 72, 200]), 'M1', 'M2');
    const seconds = 7200 - 25 * MINUTE_S;
    expect(keysAt(near, seconds)).toEqual(['arriving-30 M1', 'arriving-15 M1', 'arriving-30 M3']);
    expect(keysAt(plainRun([0, 60, 66, 72, 200]), seconds)).toEqual(['arriving-30 M1', 'arriving-15 M1']);
    const alone = withoutAgms(plainRun([0, 60, 72]), 'M1');
    expect(keysAt(alone, seconds)).toEqual(['arriving-30 M1', 'arriving-15 M1', 'arriving-30 R']);
  });

  test('an arrival that comes a little later is not reported twice, and ends beyond that', () => {
    expect(keysAt(underway, dueAtS - 31 * MINUTE_S, { held: ['arriving-30 M3'] })).toEqual(['arriving-30 M3']);
    expect(keysAt(underway, dueAtS - 37 * MINUTE_S, { held: ['arriving-30 M3'] })).toEqual([]);
    expect(keysAt(underway, dueAtS + MINUTE_S, { held: ['arriving-30 M3', 'arriving-15 M3'] })).toEqual([
      'arriving-30 M3',
      'arriving-15 M3',
    ]);
  });
});

describe('silent marker', () => {
  test('a marker is missed once a later one is verified', () => {
    const skipped = withSeen(launched, { M1: LEG_S, M3: 3 * LEG_S });
    expect(causesAt(skipped, 3 * LEG_S + MINUTE_S)).toMatchObject([
      { kind: 'marker-missed', key: 'marker-missed M2', markerName: 'M2', arrival: null },
    ]);
  });

  test('a marker with an unverified passage is not missed', () => {
    const skipped = withHeard(withSeen(launched, { M1: LEG_S, M3: 3 * LEG_S }), 'M2', 2 * LEG_S);
    expect(causesAt(skipped, 3 * LEG_S + MINUTE_S)).toEqual([]);
  });

  test('a marker that is long overdue has probably missed the pig, which does not make the pig late', () => {
    const kinds = [0, 10, 30, 60].map((minutes) =>
      causesAt(underway, dueAtS + minutes * MINUTE_S).map(({ key }) => key),
    );
    expect(kinds[0]).toEqual([]);
    expect(kinds.at(-1)).toEqual(['marker-missed M3']);
  });

  test('[W-103] a marker is not missed if it has no AGM or was added behind the pig', () => {
    const unwatched = withoutAgms(withSeen(launched, { M1: LEG_S, M3: 3 * LEG_S }), 'M2');
    expect(causesAt(unwatched, 3 * LEG_S + MINUTE_S)).toEqual([]);
    const passed = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S });
    const added = addMarker(passed, { name: 'Gate', ...placeAt(90_000) });
    if (!added.ok) throw new Error(added.failure.code);
    const linked = withMarker(added.value, 'Gate', { autoLinkedUids: [12] });
    expect(causesAt(linked, 2 * LEG_S + MINUTE_S)).toEqual([]);
    const ahead = withoutAgms(launched, 'M1', 'M2', 'M3', 'M4');
    expect(keysAt(ahead, 3 * LEG_S)).toEqual([]);
  });

  test('[W-103] the alarm for a stopped pig names the missed marker, and only it does', () => {
    const causes = causesAt(underway, 4 * LEG_S + 5 * LEG_S);
    const stopped = causes.find(({ kind }) => kind === 'pig-stopped');
    expect(causes.map(({ key }) => key)).toEqual(['marker-missed M3', 'pig-late', 'pig-stopped']);
    expect(stopped && describeCause(stopped, after(9 * LEG_S), { ...USUAL_READER, units: 'metric' })).toContain(
      'Nothing heard at M4, expected 2026-03-01 06:40:00 UTC: overdue by 8:20, the pig has probably stopped. Nothing was heard at M3 either.',
    );
  });

  test('a marker is not missed within the first minutes', () => {
    const near = withSeen(plainRun([0, 1, 2, 3]), { M1: 100 });
    expect(keysAt(near, 200 + 4 * MINUTE_S)).toEqual([]);
    expect(keysAt(near, 200 + 6 * MINUTE_S)).toEqual(['marker-missed M2']);
  });

  test('a missed marker stays missed as time goes by', () => {
    expect(keysAt(underway, dueAtS + 3 * LEG_S, { held: ['marker-missed M3'] })).toContain('marker-missed M3');
  });
});

describe('overdue pig', () => {
  const nextDueAtS = dueAtS + LEG_S;
  const far = { held: ['marker-missed M3'] };

  test('the pig is late once the marker after the silent one is silent too, and then has stopped', () => {
    expect(keysAt(underway, nextDueAtS - MINUTE_S, { held: ['marker-missed M3', 'arriving-15 M3'] })).not.toContain(
      'pig-late',
    );
    expect(keysAt(underway, nextDueAtS + 1.5 * LEG_S, far)).toContain('pig-late');
    expect(keysAt(underway, nextDueAtS + 5 * LEG_S, far)).toEqual(['marker-missed M3', 'pig-late', 'pig-stopped']);
  });

  test('the pig is late before it has stopped', () => {
    const first = (key: string) =>
      Array.from({ length: 500 }, (_, minute) => minute).find((minute) =>
        keysAt(underway, nextDueAtS + minute * MINUTE_S, far).includes(key),
      );
    expect(first('pig-late')).toBeGreaterThanOrEqual(5);
    expect(first('marker-missed M4')).toBeUndefined();
    expect(first('pig-stopped')).toBeGreaterThan(first('pig-late') ?? Infinity);
  });

  test('the search stretch leads from the last point that saw the pig to the one that did not', () => {
    const late = causesAt(underway, nextDueAtS + 5 * LEG_S, far).find(({ kind }) => kind === 'pig-late');
    expect(late).toMatchObject({
      stretch: {
        from: { name: 'M2', distanceM: 120_000, at: after(seenAtS) },
        to: { name: 'M4', distanceM: 240_000 },
      },
    });
    expect(late && describeCause(late, 0)).toContain(
      'Last passed M2, 2026-03-01 03:20:00 UTC. Search from M2 at 74.56 mi to M4 at 149.13 mi: 74.56 mi.',
    );
  });

  test.each([
    ['us', 'Search from M2 at 74.56 mi to M4 at 149.13 mi', '26.84 mph', /\bkm\b|m\/s/],
    ['metric', 'Search from M2 at 120.00 km to M4 at 240.00 km', '12.00 m/s', /\bmi\b|mph/],
  ] as const)('[W-303] a message in %s units has no others', (units, stretch, speed, other) => {
    const late = causesAt(underway, nextDueAtS + 5 * LEG_S, far).find(({ kind }) => kind === 'pig-late');
    const common = { key: 'over-speed', markerName: null, uid: null, isEnd: false };
    const fast: Cause = { ...common, kind: 'over-speed', speed: 12, expected: 6 };
    const texts = [late, fast].map((cause) => (cause ? describeCause(cause, 0, { ...USUAL_READER, units }) : ''));
    expect(texts).toEqual([expect.stringContaining(stretch), expect.stringContaining(speed)]);
    expect(texts.filter((text) => other.test(text))).toEqual([]);
  });

  test('the pig is late at the receive site after the last marker, and never stopped there', () => {
    const last = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S, M3: 3 * LEG_S, M4: 4 * LEG_S });
    expect(causesAt(last, 20 * LEG_S)).toMatchObject([{ kind: 'pig-late', arrival: { name: 'R', isEnd: true } }]);
  });

  test('the pig is neither late nor missed while a plausible passage waits for a user', () => {
    expect(causesAt(withHeard(underway, 'M3', dueAtS + MINUTE_S), dueAtS + 5 * LEG_S)).toEqual([]);
    expect(keysAt(withHeard(underway, 'M3', seenAtS + MINUTE_S), dueAtS + 9 * LEG_S, far)).toContain('pig-stopped');
  });

  test('the pig is late as soon as the silent marker is the last tracked one', () => {
    const short = plainRun([0, 60, 120]);
    expect(keysAt(short, LEG_S + 9 * LEG_S)).toEqual(['marker-missed M1', 'pig-late']);
  });
});

describe('stopped pig', () => {
  const stoppedAt = after(seenAtS + 1000);
  const put = (speed: number): Run => ({
    ...underway,
    edit: { at: stoppedAt, place: locateOnCourse(layCourse(underway.path), 130_000), speed },
  });

  test('the pig has stopped when a user sets its speed to 0, ahead of the place of the edit', () => {
    const [cause] = causesAt(put(0), seenAtS + 1100);
    expect(cause).toMatchObject({
      kind: 'pig-stopped',
      markerName: null,
      arrival: null,
      stretch: { to: { name: 'M3' } },
    });
    expect(cause && describeCause(cause, 0)).toBe(
      'Its speed was set to 0. Set by hand 2026-03-01 03:36:40 UTC. Search from 80.78 mi to M3 at 111.85 mi: 31.07 mi.',
    );
  });

  test('the pig has resumed when it gets a speed or is seen further on, if it stood before', () => {
    expect(causesAt(put(8), seenAtS + 1100, { held: ['pig-stopped'] })).toMatchObject([
      { kind: 'pig-resumed', speed: 8 },
    ]);
    const seenAgain = withSeen(underway, { M3: 3.1 * LEG_S });
    expect(keysAt(seenAgain, 3.1 * LEG_S + 100, { held: ['pig-stopped', 'pig-late'] })).toEqual(['pig-resumed']);
    expect(keysAt(seenAgain, 3.1 * LEG_S + 200, { held: ['pig-resumed'] })).toEqual(['pig-resumed']);
    expect(keysAt(seenAgain, 3.1 * LEG_S + 100)).toEqual([]);
  });
});

describe('speed between the last two points', () => {
  const goes = (share: number) => withSeen(launched, { M1: LEG_S, M2: LEG_S + LEG_S / share });
  const lookSoon = (share: number, held: readonly string[] = []) =>
    keysAt(goes(share), LEG_S + LEG_S / share + 10, { held });

  test.each([
    [1.24, []],
    [1.26, ['over-speed']],
    [0.76, []],
    [0.74, ['under-speed']],
  ])('finds the causes at %d times the expected speed', (share, keys) => {
    expect(lookSoon(share)).toEqual(keys);
  });

  test('a speed alert ends closer to the expected speed than it begins', () => {
    expect(lookSoon(1.22, ['over-speed'])).toEqual(['over-speed']);
    expect(lookSoon(1.19, ['over-speed'])).toEqual([]);
    expect(lookSoon(0.78, ['under-speed'])).toEqual(['under-speed']);
  });
});

describe('AGM ahead', () => {
  const now = seenAtS + 10 * MINUTE_S;
  const good: WatchedDevice = {
    uid: 7,
    isConnected: true,
    wakesAt: null,
    lastHeartbeatAt: after(now - 60),
    batteryMv: 8600,
    powerMode: null,
    schedule: null,
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
    ['has not reported its battery', { batteryMv: null }, []],
  ])('finds the causes of an AGM that %s', (_, device, keys) => {
    expect(look(device)).toEqual(keys);
  });

  test('a low battery has to recover before its alert ends', () => {
    expect(look({ batteryMv: 7600 }, ['agm-battery 7'])).toEqual(['agm-battery 7']);
    expect(look({ batteryMv: 8100 }, ['agm-battery 7'])).toEqual([]);
  });

  test('an AGM counts while its marker is among the next three, however it is linked', () => {
    const run = withMarker(
      withMarker(
        withMarker(withoutAgms(launched, 'M1', 'M2', 'M3', 'M4'), 'M1', { linkedUid: 1, autoLinkedUids: [1, 2] }),
        'M3',
        { autoLinkedUids: [3] },
      ),
      'M4',
      { linkedUid: 4 },
    );
    expect(listUidsAhead(outlookOf(run), after(0))).toEqual([1, 2, 3]);
    expect(listUidsAhead(outlookOf(withSeen(run, { M1: LEG_S })), after(LEG_S))).toEqual([3, 4]);
  });

  test('the text names the marker and when the pig is due there', () => {
    const [cause] = causesAt(linked, now, { devices: [{ ...good, batteryMv: 7400 }] });
    expect(cause && describeCause(cause, after(now))).toBe(
      'AGM 7 at M3: battery 20%. The pig is expected there 2026-03-01 05:00:00 UTC.',
    );
  });
});

describe('silence', () => {
  const LIMITS = { unheardMinutes: 30, waitingMinutes: 20 };
  const kindsAt = (run: Run, seconds: number, limits = LIMITS) =>
    findCauses({ outlook: outlookOf(run), devices: new Map(), held: new Set(), limits, now: after(seconds) }).map(
      ({ key }) => key,
    );

  test('[W-323] no marker hears the pig: begins after the limit since the launch, and since each passage', () => {
    expect(kindsAt(launched, 30 * MINUTE_S - 1)).not.toContain('pig-unheard');
    expect(kindsAt(launched, 30 * MINUTE_S)).toContain('pig-unheard');
    expect(kindsAt(underway, seenAtS + 30 * MINUTE_S - 1)).not.toContain('pig-unheard');
    expect(kindsAt(underway, seenAtS + 30 * MINUTE_S)).toContain('pig-unheard');
  });

  test('[W-323] an unverified passage that may be the pig ends the silence', () => {
    const heard = withHeard(underway, 'M3', dueAtS);
    expect(kindsAt(heard, dueAtS + 30 * MINUTE_S - 1)).not.toContain('pig-unheard');
  });

  test('[W-324] a passage waits for verification: begins after the limit and ends with the verification', () => {
    const heard = withHeard(underway, 'M3', dueAtS);
    expect(kindsAt(heard, dueAtS + 20 * MINUTE_S - 1)).not.toContain('passage-waits M3');
    expect(kindsAt(heard, dueAtS + 20 * MINUTE_S)).toContain('passage-waits M3');
    const verified = withSeen(launched, { M1: LEG_S, M2: 2 * LEG_S, M3: dueAtS });
    expect(kindsAt(verified, dueAtS + 20 * MINUTE_S)).not.toContain('passage-waits M3');
  });

  test('[W-324] a passage that reached the server late waits from then on', () => {
    const run = withHeard(underway, 'M3', dueAtS);
    const late = {
      ...run,
      passages: run.passages.map((passage) => ({ ...passage, receivedAt: after(dueAtS + 60 * MINUTE_S) })),
    };
    expect(kindsAt(late, dueAtS + 80 * MINUTE_S - 1)).not.toContain('passage-waits M3');
    expect(kindsAt(late, dueAtS + 80 * MINUTE_S)).toContain('passage-waits M3');
  });

  test('[W-323, W-324] a limit of 0 minutes turns an alert off', () => {
    const heard = withHeard(underway, 'M3', dueAtS);
    const keys = kindsAt(heard, dueAtS + 100_000, { unheardMinutes: 0, waitingMinutes: 0 });
    expect(keys).not.toContain('pig-unheard');
    expect(keys).not.toContain('passage-waits M3');
  });

  test('[W-325] an AGM ahead that is connected and silent for longer than its mode allows has stopped reporting', () => {
    const device = (lastHeartbeatS: number) => ({
      uid: 3,
      isConnected: true,
      wakesAt: null,
      lastHeartbeatAt: after(lastHeartbeatS),
      batteryMv: null,
      powerMode: 0,
      schedule: null,
    });
    const nowS = seenAtS + 20 * MINUTE_S;
    const look = (lastHeartbeatS: number) => keysAt(underway, nowS, { devices: [device(lastHeartbeatS)] });
    expect(look(nowS - 15 * MINUTE_S)).not.toContain('agm-silent 3');
    expect(look(nowS - 15 * MINUTE_S - 1)).toContain('agm-silent 3');
    expect(look(nowS - 15 * MINUTE_S - 1)).not.toContain('agm-offline 3');
  });
});
