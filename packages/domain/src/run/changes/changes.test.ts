import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeDistanceM } from '../../geo/great-circle.ts';
import type { NotificationRule } from '../../path/notification-rule.ts';
import {
  addManualPassage,
  addMarker,
  changeDevices,
  changeLaunch,
  changeMarker,
  changePassageTime,
  changeRules,
  editPig,
  endRun,
  movePassage,
  removePassage,
  restoreSkipped,
  takePassage,
  unverifyPassage,
  verifyPassage,
  type RunChange,
} from './changes.ts';
import { describeRunRefusal } from '../../words/refusals.ts';
import { layCourse } from '../estimate/course.ts';
import { reckon } from '../estimate/estimate.ts';
import { findMarker, passageKey, type Run, type RunPassage } from '../run.ts';
import { findFaults } from '../testing/find-faults.ts';
import { heard, LAUNCHED_AT, minute, NOW, straightRun } from '../testing/straight-run.ts';

function done(outcome: RunChange): Run {
  if (!outcome.ok) throw new Error(outcome.failure.code);
  return outcome.value;
}
const wordsOf = (outcome: RunChange) => (outcome.ok ? null : describeRunRefusal(outcome.failure));
const passageOf = (run: Run, passage: RunPassage) =>
  run.passages.find((each) => passageKey(each) === passageKey(passage));
const nextOf = (run: Run) => run.path.markers[reckon(run, layCourse(run.path)).next]?.name;

describe('changeMarker', () => {
  test('[T-098] [T-099] [T-100] [T-101] a skipped marker has nothing automatic and no device', () => {
    const run = straightRun({}, { M2: { autoLink: true, autoVerify: true, linkedUid: 3, autoLinkedUids: [1, 2] } });
    const skipped = done(changeMarker(run, 'M2', { state: 'SKIP' }));
    expect(findMarker(skipped, 'M2')).toMatchObject({
      state: 'SKIP',
      autoLink: false,
      autoVerify: false,
      linkedUid: null,
      autoLinkedUids: [],
    });
  });

  test('[T-098] [T-102] a marker that is tracked again has nothing automatic', () => {
    const skipped = straightRun({}, { M2: { state: 'SKIP' } });
    expect(findMarker(done(changeMarker(skipped, 'M2', { state: 'TRACK' })), 'M2')).toMatchObject({
      state: 'TRACK',
      autoLink: false,
      linkedUid: null,
    });
  });

  describe('restoreSkipped', () => {
    const before = straightRun(
      { passages: [heard(2, 20, 'M2', true)] },
      { M2: { autoLink: true, autoVerify: true, linkedUid: 3 } },
    );
    const skipped = done(changeMarker(before, 'M2', { state: 'SKIP' }));

    test('[W-250] the undo of SKIP brings back all that the marker had, with passages and edited times', () => {
      const key = passageKey(heard(2, 20, 'M2', true));
      const edited = done(changePassageTime(before, key, minute(21), NOW));
      const later = done(changeMarker(edited, 'M2', { state: 'SKIP' }));
      expect(done(restoreSkipped(later, 'M2'))).toEqual(edited);
    });

    test('[W-250] the undo of SKIP leaves a device that another marker has taken', () => {
      const taken = done(changeMarker(skipped, 'M3', { linkedUid: 3 }));
      const restored = done(restoreSkipped(taken, 'M2'));
      expect(findMarker(restored, 'M2')).toMatchObject({ state: 'TRACK', autoLink: true, linkedUid: null });
      expect(findMarker(restored, 'M3')?.linkedUid).toBe(3);
    });

    test('[W-250] the undo of SKIP leaves a device that left the run, and a marker that is tracked again', () => {
      const without = changeDevices(skipped, { agms: [1, 2], offlineAgms: {} });
      expect(findMarker(done(restoreSkipped(without, 'M2')), 'M2')?.linkedUid).toBeNull();
      const tracked = done(changeMarker(skipped, 'M2', { state: 'TRACK' }));
      expect(done(restoreSkipped(tracked, 'M2'))).toBe(tracked);
    });
  });

  test('[T-103] a skipped marker is no longer the next one', () => {
    const run = straightRun();
    expect(nextOf(run)).toBe('M1');
    const skipped = done(changeMarker(run, 'M1', { state: 'SKIP' }));
    expect(nextOf(skipped)).toBe('M2');
    expect(nextOf(done(changeMarker(skipped, 'M1', { state: 'TRACK' })))).toBe('M1');
  });

  test('a marker is not tracked again while its verified passage does not fit between the others', () => {
    const run = straightRun(
      { passages: [heard(2, 20, 'M2', true), heard(1, 25, 'M1', true)] },
      { M2: { state: 'SKIP' } },
    );
    expect(wordsOf(changeMarker(run, 'M2', { state: 'TRACK' }))).toBe(
      'Entered Time is before of a previous Verified Psg',
    );
    expect(
      wordsOf(changeMarker(done(unverifyPassage(run, passageKey(heard(2, 20, 'M2')))), 'M2', { state: 'TRACK' })),
    ).toBeNull();
  });

  test('a marker at an end of the line is never tracked', () => {
    for (const name of ['Launch', 'Receive']) {
      expect(wordsOf(changeMarker(straightRun(), name, { state: 'TRACK' }))).toBe(
        'The launch and the receive site are not tracked.',
      );
    }
  });

  test('a marker gets another description', () => {
    expect(findMarker(done(changeMarker(straightRun(), 'M2', { description: 'VALVE' })), 'M2')?.description).toBe(
      'VALVE',
    );
    expect(
      findMarker(done(changeMarker(straightRun(), 'Launch', { description: 'VALVE' })), 'Launch')?.description,
    ).toBe('VALVE');
  });

  test('[T-167] [T-169] a note of 200 characters is accepted and 199 are stored', () => {
    const noteOf = (length: number) =>
      findMarker(done(changeMarker(straightRun(), 'M2', { note: 'x'.repeat(length) })), 'M2')?.note.length;
    expect([noteOf(0), noteOf(199), noteOf(200)]).toEqual([0, 199, 199]);
    expect(wordsOf(changeMarker(straightRun(), 'M2', { note: 'x'.repeat(201) }))).toBe(
      'Notes are limited to 200 characters',
    );
  });

  test('a note stays as it is when another field changes', () => {
    const run = straightRun({}, { M2: { note: 'x'.repeat(200) } });
    expect(findMarker(done(changeMarker(run, 'M2', { description: 'TEE' })), 'M2')?.note).toHaveLength(200);
  });

  test('a marker is linked to a device that watches the run and has no other marker, unless it links automatically', () => {
    const run = straightRun({}, { M1: { linkedUid: 1 }, M3: { autoLink: true, autoLinkedUids: [3] } });
    expect(findMarker(done(changeMarker(run, 'M2', { linkedUid: 2 })), 'M2')?.linkedUid).toBe(2);
    expect(wordsOf(changeMarker(run, 'M2', { linkedUid: 99 }))).toBe('AGM 99 does not watch this run.');
    expect(wordsOf(changeMarker(run, 'M2', { linkedUid: 1 }))).toBe('AGM 1 is linked to M1.');
    expect(wordsOf(changeMarker(run, 'M3', { linkedUid: 2 }))).toBe('M3 is linked automatically.');
    expect(findMarker(done(changeMarker(run, 'M3', { linkedUid: 2, autoLink: false })), 'M3')).toMatchObject({
      linkedUid: 2,
      autoLinkedUids: [],
    });
    expect(findMarker(done(changeMarker(run, 'M1', { linkedUid: null })), 'M1')?.linkedUid).toBeNull();
  });

  test('an unknown marker is refused', () => {
    expect(wordsOf(changeMarker(straightRun(), 'M9', { note: 'x' }))).toBe('There is no marker M9.');
  });
});

describe('addMarker', () => {
  const add = (part: Partial<Parameters<typeof addMarker>[1]> = {}) =>
    addMarker(straightRun(), { name: 'New', lat: 36.25, lon: -97.01, ...part });

  test('[T-104] a new marker is placed in the order of the line, at the distance of its place', () => {
    const { markers } = done(add({ note: 'a valve', autoLink: true })).path;
    expect(markers.map(({ name }) => name)).toEqual(['Launch', 'M1', 'M2', 'New', 'M3', 'M4', 'M5', 'Receive']);
    expect(markers[3]).toMatchObject({
      state: 'TRACK',
      description: 'AGM',
      note: 'a valve',
      autoLink: true,
      distanceMetres: null,
      linkedUid: null,
    });
    expect(markers[3]?.fromLaunchM).toBeCloseTo(
      ((markers[2]?.fromLaunchM ?? 0) + (markers[4]?.fromLaunchM ?? 0)) / 2,
      -2,
    );
  });

  test('a new marker beyond an end of the line is placed between the launch and the receive site', () => {
    const namesFor = (lat: number) => done(add({ lat })).path.markers.map(({ name }) => name);
    expect(namesFor(35).slice(0, 2)).toEqual(['Launch', 'New']);
    expect(namesFor(37).slice(-2)).toEqual(['New', 'Receive']);
  });

  test('[T-170] [T-171] a new marker has a unique name of at most 20 characters', () => {
    expect(wordsOf(add({ name: ' ' }))).toBe('A marker needs a name.');
    expect(wordsOf(add({ name: 'M2' }))).toBe('Duplicate marker name: M2');
    expect(wordsOf(add({ name: ' M2 ' }))).toBe('Duplicate marker name: M2');
    expect(wordsOf(add({ name: 'm2' }))).toBe('Duplicate marker name: m2');
    expect(wordsOf(add({ name: 'x'.repeat(21) }))).toBe('Marker Name is limited to 20 characters');
    expect(wordsOf(add({ name: 'x'.repeat(20) }))).toBeNull();
  });

  test('a new skipped marker has nothing automatic', () => {
    expect(findMarker(done(add({ state: 'SKIP', autoLink: true, autoVerify: true })), 'New')).toMatchObject({
      state: 'SKIP',
      autoLink: false,
      autoVerify: false,
    });
  });
});

describe('passage of a device', () => {
  const known = heard(2, 20, 'M2');

  test('[T-107, W-109] a later record completes the passage and changes nothing else', () => {
    const run = straightRun({ passages: [{ ...known, isVerified: true }] });
    const next = takePassage(run, { ...known, markerName: null, elfId: null, geoId: 71, magId: 72, frequency: 0 });
    expect(next.passages).toEqual([
      { ...known, isVerified: true, elfId: known.elfId, geoId: 71, magId: 72, frequency: known.frequency },
    ]);
    expect(takePassage(next, { ...known, elfId: null, geoId: 71, magId: 72, frequency: 0 })).toBe(next);
  });

  test('[T-108] a passage at another time is another passage', () => {
    const run = straightRun({ passages: [known] });
    expect(takePassage(run, heard(2, 21, 'M2')).passages).toEqual([known, heard(2, 21, 'M2')]);
  });

  test('[T-113] [T-114] a passage is verified and unverified; without any there is no calculated speed', () => {
    const run = straightRun({ passages: [heard(1, 10, 'M1', true), known] });
    const verified = done(verifyPassage(run, passageKey(known), NOW));
    const speedOf = (of: Run) => reckon(of, layCourse(of.path)).calculatedSpeed;
    expect(speedOf(verified)).toBeGreaterThan(speedOf(run) * 0.99);
    expect(nextOf(verified)).toBe('M3');
    const back = done(unverifyPassage(verified, passageKey(known)));
    expect([speedOf(back), nextOf(back)]).toEqual([speedOf(run), 'M2']);
    expect(speedOf(done(unverifyPassage(back, passageKey(heard(1, 10, 'M1')))))).toBe(0);
  });

  test('[T-115] verifying a passage behind the furthest one does not move the pig', () => {
    const run = straightRun({ passages: [heard(1, 10, 'M1'), heard(4, 40, 'M4', true)] });
    const verified = done(verifyPassage(run, passageKey(heard(1, 10, 'M1')), NOW));
    expect(reckon(verified, layCourse(run.path)).base).toEqual(reckon(run, layCourse(run.path)).base);
  });

  test.each([
    ['another one is verified there', heard(9, 25, 'M2'), 'This marker has previously verified passage'],
    ['it does not fit between the others', heard(9, 15, 'M3'), 'Entered Time is before of a previous Verified Psg'],
  ])('a passage is not verified where %s', (_what, passage, words) => {
    const run = straightRun({ passages: [{ ...known, isVerified: true }, passage] });
    expect(wordsOf(verifyPassage(run, passageKey(passage), NOW))).toBe(words);
  });

  test('a passage past the receive time is neither verified nor moved', () => {
    const run = straightRun({ completedAt: minute(30), passages: [heard(3, 31, 'M3'), heard(2, 20, 'M2', true)] });
    expect(wordsOf(verifyPassage(run, passageKey(heard(3, 31, 'M3')), NOW))).toBe('Entered Time is after Receive Time');
    expect(wordsOf(changePassageTime(run, passageKey(known), minute(31), NOW))).toBe(
      'Entered Time is after Receive Time',
    );
    expect(wordsOf(changePassageTime(run, passageKey(known), minute(30), NOW))).toBeNull();
  });

  test('an unassociated passage gets a marker, and stays verified only where the rules allow it', () => {
    const run = straightRun({ passages: [heard(2, 20, null, true), heard(3, 30, 'M3', true)] });
    const key = passageKey(heard(2, 20, null));
    expect(passageOf(done(movePassage(run, key, 'M2', NOW)), heard(2, 20, null))).toMatchObject({
      markerName: 'M2',
      isVerified: true,
    });
    expect(passageOf(done(movePassage(run, key, 'M4', NOW)), heard(2, 20, null))).toMatchObject({
      markerName: 'M4',
      isVerified: false,
    });
    expect(passageOf(done(movePassage(run, key, 'M3', NOW)), heard(2, 20, null))).toMatchObject({
      markerName: 'M3',
      isVerified: false,
    });
    expect(
      passageOf(done(movePassage(run, passageKey(heard(3, 30, 'M3')), null, NOW)), heard(3, 30, null)),
    ).toMatchObject({ markerName: null, isVerified: false });
  });

  test('[H-045] a passage moves only to markers that are tracked or have an AGM', () => {
    const run = straightRun(
      { passages: [known] },
      { M3: { state: 'SKIP' }, M4: { state: 'SKIP', description: 'BEND' }, M5: { description: 'BEND' } },
    );
    const moveTo = (name: string) => wordsOf(movePassage(run, passageKey(known), name, NOW));
    expect([moveTo('M3'), moveTo('M4'), moveTo('M5'), moveTo('M9')]).toEqual([
      null,
      'M4 is not tracked.',
      null,
      'M9 is not tracked.',
    ]);
  });

  test('an unknown passage is refused', () => {
    const words = 'There is no such passage in this run.';
    const run = straightRun();
    expect(wordsOf(verifyPassage(run, 'x', NOW))).toBe(words);
    expect(wordsOf(unverifyPassage(run, 'x'))).toBe(words);
    expect(wordsOf(removePassage(run, 'x'))).toBe(words);
    expect(wordsOf(movePassage(run, 'x', 'M1', NOW))).toBe(words);
    expect(wordsOf(changePassageTime(run, 'x', NOW, NOW))).toBe(words);
  });
});

describe('manual passage', () => {
  test('[T-089] a manual passage is verified and has no record of a device', () => {
    const run = done(addManualPassage(straightRun(), 'M2', minute(20), NOW));
    expect(run.passages).toMatchObject([
      { markerName: 'M2', passageAt: minute(20), uid: null, isVerified: true, elfId: null, geoId: null, magId: null },
    ]);
    expect(nextOf(run)).toBe('M3');
  });

  test('a manual passage needs a tracked marker and is checked against the others', () => {
    const run = straightRun({ passages: [heard(2, 20, 'M2', true)] }, { M3: { state: 'SKIP' } });
    expect(wordsOf(addManualPassage(run, 'M3', minute(30), NOW))).toBe('M3 is not tracked.');
    expect(wordsOf(addManualPassage(run, 'Launch', minute(30), NOW))).toBe('Launch is not tracked.');
    expect(wordsOf(addManualPassage(run, 'M2', minute(30), NOW))).toBe('This marker has previously verified passage');
  });

  test('a manual passage is corrected and removed', () => {
    const run = done(addManualPassage(straightRun(), 'M2', minute(20), NOW));
    const key = passageKey(run.passages[0] ?? heard(0, 0, null));
    const later = done(changePassageTime(run, key, minute(21), NOW));
    expect(later.passages).toMatchObject([{ markerName: 'M2', passageAt: minute(21), isVerified: true }]);
    expect(removePassage(later, key).ok).toBe(false);
    expect(done(removePassage(run, key)).passages).toEqual([]);
  });
});

describe('editPig', () => {
  const place = { lat: 36.25, lon: -97.2 };

  test('an edit is projected onto the line and starts at the whole second; the same edit again changes nothing', () => {
    const { edit } = done(editPig(straightRun(), { place, speed: 2 }, minute(30) + 999));
    expect(edit).toMatchObject({ at: minute(30), speed: 2 });
    expect(edit?.place.lon).toBeCloseTo(-97, 6);
    expect(computeDistanceM(edit?.place ?? place, { lat: 36.25, lon: -97 })).toBeLessThan(50);
    expect(done(editPig(straightRun(), { place: edit?.place ?? place, speed: 2 }, minute(30))).edit).toEqual(edit);
  });

  test('an edit counts until a passage at or past the furthest one is verified, or moved there', () => {
    const run = {
      ...straightRun({
        passages: [heard(1, 10, 'M1'), heard(2, 20, 'M2', true), heard(3, 30, 'M3'), heard(4, 40, null, true)],
      }),
      edit: { at: minute(35), place, speed: 2 },
    };
    expect(done(verifyPassage(run, passageKey(heard(1, 10, 'M1')), NOW)).edit).not.toBeNull();
    expect(done(verifyPassage(run, passageKey(heard(3, 30, 'M3')), NOW)).edit).toBeNull();
    expect(done(addManualPassage(run, 'M5', minute(50), NOW)).edit).toBeNull();
    expect(done(movePassage(run, passageKey(heard(4, 40, null)), 'M4', NOW)).edit).toBeNull();
  });

  test('an edit needs a launched run', () => {
    expect(wordsOf(editPig(straightRun({ launchAt: null }), { place, speed: 2 }, NOW))).toBe(
      'The run is not launched.',
    );
  });
});

describe('launch and receive', () => {
  test('[T-091] [T-092] a run that has ended is completed', () => {
    expect(done(endRun(straightRun(), minute(60), NOW)).completedAt).toBe(minute(60));
    expect(wordsOf(endRun(straightRun(), minute(0), NOW))).toBe('Receive Time is before Launch Time');
  });

  test('the launch is corrected', () => {
    expect(done(changeLaunch(straightRun(), minute(-5), NOW)).launchAt).toBe(minute(-5));
    expect(wordsOf(changeLaunch(straightRun(), NOW + 1, NOW))).toBe('Error ! Launch cannot be set to future time.');
  });
});

describe('devices and rules', () => {
  const rule: NotificationRule = {
    name: 'Dana Reyes',
    userId: 2,
    launch: true,
    receive: true,
    medium: 'sms',
    passageType: 'verified',
    manualPassage: true,
    allMarkers: true,
    markers: [],
    alerts: [],
    quietFrom: null,
    quietTo: null,
  };

  test('a marker keeps a device only while it watches the run, and so do places of offline devices', () => {
    const run = straightRun(
      {},
      { M1: { linkedUid: 1 }, M2: { linkedUid: 2 }, M3: { autoLink: true, autoLinkedUids: [3, 4] } },
    );
    const { path } = changeDevices(run, {
      agms: [4, 1, 1],
      offlineAgms: { 1: { lat: 36, lon: -97 }, 2: { lat: 36, lon: -97 } },
    });
    expect(path).toMatchObject({ agms: [1, 4], offlineAgms: { 1: { lat: 36, lon: -97 } } });
    expect(path.offlineAgms).not.toHaveProperty('2');
    expect(path.markers.map(({ linkedUid, autoLinkedUids }) => [linkedUid, autoLinkedUids]).slice(1, 4)).toEqual([
      [1, []],
      [null, []],
      [null, [4]],
    ]);
  });

  test('new rules replace the old ones', () => {
    const ruled = changeRules(straightRun(), [rule]);
    expect(ruled.path.notifications).toEqual([rule]);
    expect(changeRules(ruled, [{ ...rule, medium: 'both' }]).path.notifications).toEqual([{ ...rule, medium: 'both' }]);
    expect(changeRules(ruled, []).path.notifications).toEqual([]);
  });

  test('a change without effect returns the same run', () => {
    const run = changeRules(straightRun({ passages: [heard(2, 20, 'M2', true)] }, { M2: { note: 'x' } }), [rule]);
    const { quietTo, ...rest } = rule;
    expect(changeDevices(run, { agms: [5, 4, 3, 2, 1], offlineAgms: {} })).toBe(run);
    expect(changeRules(run, [{ quietTo, ...rest }])).toBe(run);
    const placed = takePassage(run, { ...heard(3, 30, 'M3'), place: { lat: 1, lon: 2 } });
    expect(takePassage(placed, { ...heard(3, 30, 'M3'), place: { lon: 2, lat: 1 } })).toBe(placed);
    expect(done(changeMarker(run, 'M2', { note: 'x', state: 'TRACK' }))).toBe(run);
    expect(done(changeLaunch(run, LAUNCHED_AT, NOW))).toBe(run);
    expect(done(verifyPassage(run, passageKey(heard(2, 20, 'M2')), NOW))).toBe(run);
    expect(done(movePassage(run, passageKey(heard(2, 20, 'M2')), 'M2', NOW))).toBe(run);
    expect(done(changePassageTime(run, passageKey(heard(2, 20, 'M2')), minute(20), NOW))).toBe(run);
  });
});

describe('random changes', () => {
  const name = fc.constantFrom('Launch', 'M1', 'M2', 'M3', 'M4', 'M5', 'Receive', 'A', 'B', 'gone');
  const minutes = fc.integer({ min: -10, max: 70 });
  const speed = fc.integer({ min: 0, max: 9 });
  const place = fc.record({ lat: fc.double({ min: 35.9, max: 36.7, noNaN: true }), lon: fc.constant(-97) });
  const uid = fc.integer({ min: 1, max: 6 });
  const passage = fc
    .tuple(uid, minutes, fc.option(fc.constantFrom('M1', 'M2', 'M3', 'M4', 'M5')))
    .map(([of, at, markerName]) => heard(of, at, markerName));
  const patch = fc.record(
    {
      state: fc.constantFrom('TRACK', 'SKIP'),
      autoLink: fc.boolean(),
      autoVerify: fc.boolean(),
      linkedUid: fc.option(uid),
      note: fc.string({ maxLength: 210 }),
    },
    { requiredKeys: [] },
  );
  type Step = (run: Run) => RunChange;
  const ofPassage = (act: (run: Run, key: string, to: string, at: number) => RunChange) =>
    fc.tuple(fc.nat(), name, minutes).map(([at, to, when]): Step => (run) => {
      const chosen = run.passages[at % Math.max(1, run.passages.length)];
      return act(run, chosen ? passageKey(chosen) : 'none', to, minute(when));
    });
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.tuple(name, patch).map(
      ([of, to]): Step =>
        (run) =>
          changeMarker(run, of, to),
    ),
    fc.tuple(fc.constantFrom('A', 'B', 'M1'), place, fc.constantFrom('TRACK', 'SKIP')).map(
      ([of, at, state]): Step =>
        (run) =>
          addMarker(run, { name: of, ...at, state }),
    ),
    passage.map((taken): Step => (run) => ({ ok: true, value: takePassage(run, taken) })),
    fc.tuple(name, minutes).map(
      ([at, when]): Step =>
        (run) =>
          addManualPassage(run, at, minute(when), minute(60)),
    ),
    ofPassage((run, key) => verifyPassage(run, key, minute(60))),
    ofPassage((run, key) => verifyPassage(run, key, minute(60))),
    ofPassage(unverifyPassage),
    ofPassage(removePassage),
    ofPassage((run, key, to) => movePassage(run, key, to, minute(60))),
    ofPassage((run, key, _to, at) => changePassageTime(run, key, at, minute(60))),
    fc.tuple(place, speed).map(
      ([at, of]): Step =>
        (run) =>
          editPig(run, { place: at, speed: of }, minute(60)),
    ),
    minutes.map(
      (at): Step =>
        (run) =>
          changeLaunch(run, minute(at), minute(60)),
    ),
    minutes.map(
      (at): Step =>
        (run) =>
          run.completedAt === null && at > 55 ? endRun(run, minute(at), minute(60)) : { ok: true, value: run },
    ),
    fc.uniqueArray(uid).map((agms): Step => (run) => ({
      ok: true,
      value: changeDevices(run, { agms, offlineAgms: {} }),
    })),
  );

  test('the run stays valid, and a refused change has no effect', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let run = straightRun();
        for (const act of steps) {
          const before = JSON.stringify(run);
          const outcome = act(run);
          expect(JSON.stringify(run)).toBe(before);
          if (outcome.ok) run = outcome.value;
          expect(findFaults(run)).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });
});
