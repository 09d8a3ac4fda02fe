import { describe, expect, it } from 'vitest';
import { exampleMarkers, marker } from './marker.ts';
import { examplePath, notificationRule } from './pig-path.ts';
import { readRun } from './read-run.ts';
import { exampleRun, runMarkers, runPassage, pigRun } from './pig-run.ts';
import { writeRun } from './write-run.ts';

const [, tracked] = exampleMarkers;
const accepts = (change: object) => marker.safeParse({ ...tracked, ...change }).success;

describe('marker', () => {
  it('[R-053] a marker has a name of 1 to 20 characters, a place, a state, a description and a note of at most 200', () => {
    expect(accepts({ name: 'x'.repeat(20) })).toBe(true);
    expect([
      accepts({ name: '' }),
      accepts({ name: 'x'.repeat(21) }),
      accepts({ lat: 91 }),
      accepts({ lon: -181 }),
    ]).toEqual([false, false, false, false]);
    expect([accepts({ state: 'SKIP' }), accepts({ state: 'WATCH' })]).toEqual([true, false]);
    expect([accepts({ note: 'x'.repeat(200) }), accepts({ note: 'x'.repeat(201) })]).toEqual([true, false]);
  });

  it('[R-054] a marker has both distances, its automatic settings, its devices, and an ETA while the pig is on its way', () => {
    const [read] = runMarkers.parse([
      { ...tracked, distanceMetres: 11_772.4, autoLinkedUids: [7], linkedUid: 8, ETA: 64 },
    ]);
    expect(read).toMatchObject({
      distanceMetres: 11_772.4,
      DistanceFromLaunch: 11_772.402,
      autoLink: true,
      autoVerify: true,
      autoLinkedUids: [7],
      linkedUid: 8,
      ETA: 64,
    });
  });

  it('[R-056] a marker has one of twelve descriptions', () => {
    const words = [
      'LAUNCH',
      'RECEIVE',
      'AGM',
      'TAP',
      'MAGNET',
      'BEND',
      'WELD',
      'ATTACHMENT',
      'TEE',
      'PIPE',
      'VALVE',
      'OTHER',
    ];
    expect(words.every((description) => accepts({ description }))).toBe(true);
    expect(accepts({ description: 'CULVERT' })).toBe(false);
  });
});

describe('notification rule', () => {
  it('[R-058] a rule has a name and user, its events and its medium', () => {
    const [rule] = examplePath.notifications;
    const { alerts: _alerts, quietFrom: _from, quietTo: _to, ...documented } = rule ?? {};
    expect(Object.keys(documented).toSorted()).toEqual([
      'allMarkers',
      'launch',
      'manualPassage',
      'markers',
      'medium',
      'name',
      'passageType',
      'receive',
      'userId',
    ]);
    // Older versions have rules without these fields.
    expect(notificationRule.parse(documented)).toEqual({ ...documented, alerts: [], quietFrom: null, quietTo: null });
  });
});

describe('run', () => {
  const passage = {
    markerName: 'AGM 01',
    passageTimeStamp: '2026-03-18 02:26:12.120',
    uid: 100_234,
    isVerified: true,
    passageId: 3,
    elfId: 1,
    geoId: 2,
    magId: 3,
    passageDetectedFrequency: 22,
    detectionCount: 148,
    packetComplexInformation: 2,
    passageTimeEndOfSnip: '2026-03-18 02:26:27.120',
    isOffline: false,
    isBluetooth: false,
    lat: 36.01,
    lon: -96.64,
    alt: 214_300,
    samplingRate: 16.666_67,
  };
  const manual = {
    ...passage,
    passageTimeStamp: '2026-03-18 02:26:12',
    uid: null,
    passageId: null,
    elfId: null,
    geoId: null,
    magId: null,
  };
  const spreads = { runs: 51, marks: { none: [null, [-1.5, 0, 2]], unsure: [null], gas: [], liquid: [] } };
  const text = {
    ...exampleRun,
    pigPath: JSON.stringify({ ...examplePath, autoVerifyMinutes: 8, etaSpreads: spreads }),
    passages: JSON.stringify([passage]),
  };
  const now = Date.UTC(2026, 2, 18, 3);

  it('[T-083] [T-084] a run has every field of the documents, and survives reading and writing', () => {
    const written = writeRun(readRun(text), now);
    expect(pigRun.parse(written)).toEqual(written);
    expect(Object.keys(written)).toEqual(
      expect.arrayContaining([
        'runId',
        'pigPath',
        'pig',
        'launchTime',
        'recieveTime',
        'calculatedSpeed',
        'passages',
        'markers',
        'currentPigLocationLat',
        'currentPigLocationLon',
        'PigEditTime',
        'EditNextMarkerIndex',
        'EditNextMarkerIndex2',
        'NewSpeed',
        'EditPigLocLat',
        'EditPigLocLon',
        'IsEdit',
        'Phase',
        'jobNumber',
      ]),
    );
    expect(readRun(written)).toEqual(readRun(text));
    expect(written.calculatedSpeed).toBeCloseTo(11_772.402 / (2 * 3600 + 26 * 60 + 12.12), 9);
    expect(readRun(written).auto).toEqual({ linkDistanceM: 100, verifyMinutes: 8, spreads });
  });

  it('[T-085] [T-086] [T-088] passages of a run have the fields of the documents, to the millisecond or the second', () => {
    expect(runPassage.parse(passage)).toEqual(passage);
    expect(JSON.parse(writeRun(readRun(text), now).passages)).toEqual([passage]);
    expect(runPassage.safeParse({ ...passage, passageTimeStamp: '18.3.2026' }).success).toBe(false);
  });

  it('[T-089] manual passages have no passageId', () => {
    const run = readRun({ ...text, passages: JSON.stringify([{ ...manual, passageTimeEndOfSnip: null }]) });
    const [written] = JSON.parse(writeRun(run, now).passages) as (typeof manual)[];
    expect([written?.passageId, written?.uid, written?.passageTimeStamp, written?.isVerified]).toEqual([
      null,
      null,
      '2026-03-18 02:26:12',
      true,
    ]);
  });

  it('an edited run has the place and the speed of the pig', () => {
    const edited = readRun({
      ...text,
      passages: '[]',
      IsEdit: true,
      PigEditTime: '2026-03-18 01:00:00',
      EditPigLocLat: 36,
      EditPigLocLon: -96.7,
      NewSpeed: 0,
    });
    expect(writeRun(edited, now)).toMatchObject({
      IsEdit: true,
      PigEditTime: '2026-03-18 01:00:00',
      EditPigLocLat: 36,
      EditPigLocLon: -96.7,
      NewSpeed: 0,
    });
  });
});
