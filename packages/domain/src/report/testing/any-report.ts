import * as fc from 'fast-check';
import { DESCRIPTIONS, MARKER_STATES, type Marker } from '../../path/marker.ts';
import { generateLine, measureMarkers, trackOf } from '../../path/line.ts';
import { manualPassage, passageKey, type Run, type RunPassage } from '../../run/run.ts';
import { LAUNCHED_AT, straightRun } from '../../run/testing/straight-run.ts';
import { listMarkerRows, type PassageFacts } from '../default-report.ts';
import { summarizeRun, type RunReport } from '../summary-report.ts';

// Arbitrary reports, with hostile names and notes.

const text = (maxLength: number) =>
  fc.oneof(
    fc.string({ maxLength, unit: 'grapheme' }),
    fc.string({ maxLength }),
    fc.constantFrom(
      '=1+1',
      '+49 151',
      '-x',
      '@SUM(1)',
      '\tx',
      '\rx',
      '＝x',
      'a|b\\p',
      'two\nlines',
      '"',
      'a,b',
      'Ñandú 管道 🐷',
      '',
      "'",
      '\u{0}',
      '\u{D800}',
      '__proto__',
      'constructor',
    ),
  );
const place = fc.record({
  lat: fc.double({ min: -85, max: 85, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});
const orNone = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const percent = orNone(fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10));

const marker = fc.record({
  name: text(20),
  note: text(60),
  place,
  state: fc.constantFrom(...MARKER_STATES),
  description: fc.constantFrom(...DESCRIPTIONS),
  linkedUid: orNone(fc.integer({ min: 1, max: 99_999_999_999_999 })),
});

const facts: fc.Arbitrary<PassageFacts> = fc.record({
  firmware: orNone(fc.constantFrom(3.4, 9.1, 10.7, 10.71)),
  place: orNone(place),
  altitudeMm: orNone(fc.integer({ min: -9999, max: 9_000_000 })),
  batteryMv: orNone(fc.integer({ min: 0, max: 20_000 })),
  signalDbm: orNone(fc.integer({ min: -140, max: -30 })),
  percents: fc.record({ elf: percent, geo: percent, mag: percent }),
});

const heard = fc.record({
  seconds: fc.integer({ min: -100, max: 1_000_000 }),
  isManual: fc.boolean(),
  isVerified: fc.boolean(),
  uid: fc.integer({ min: 1, max: 99_999_999_999_999 }),
  ids: fc.tuple(orNone(fc.constant(1)), orNone(fc.constant(2)), orNone(fc.constant(3))),
  facts,
});

type DrawnFrom<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;

interface Heard {
  readonly passage: RunPassage;
  readonly facts: PassageFacts;
}

function toHeard(
  markerName: string,
  { seconds, isManual, isVerified, uid, ids: [elfId, geoId, magId], facts: known }: DrawnFrom<typeof heard>,
): Heard {
  const passage = manualPassage(markerName, LAUNCHED_AT + seconds * 1000);
  if (isManual) return { passage, facts: known };
  return {
    passage: {
      ...passage,
      isVerified,
      uid,
      endOfSnipAt: passage.passageAt + 15_000,
      elfId,
      geoId,
      magId,
      detectionCount: 7,
      frequency: 22,
    },
    facts: known,
  };
}

interface Drawn {
  readonly markers: ReadonlyArray<DrawnFrom<typeof marker>>;
  readonly heard: ReadonlyArray<DrawnFrom<typeof heard> | null>;
  readonly runName: string;
  readonly jobNumber: string | null;
  readonly launchAt: number | null;
}

function toReport({ markers: drawn, heard: heardAt, runName, jobNumber, launchAt }: Drawn): RunReport {
  const plain = drawn.map(({ place: at, ...rest }): Omit<Marker, 'fromLaunchM'> => ({
    ...rest,
    ...at,
    distanceMetres: null,
    autoLink: false,
    autoVerify: false,
    autoLinkedUids: [],
  }));
  const straight = straightRun();
  const line = { ...straight.path, pigLineGenerated: generateLine(plain) };
  const path = { ...line, name: runName, notes: runName, markers: measureMarkers(plain, trackOf(line)) };
  const all = path.markers.flatMap(({ name }, at) => {
    const one = heardAt[at];
    return one ? [toHeard(name, one)] : [];
  });
  const run: Run = {
    ...straight,
    path,
    jobNumber,
    launchAt,
    completedAt: LAUNCHED_AT + 2_000_000_000,
    passages: all.map(({ passage }) => passage),
  };
  const rows = listMarkerRows(run, new Map(all.map(({ passage, facts: known }) => [passageKey(passage), known])));
  return summarizeRun(run, rows, { createdAt: LAUNCHED_AT, companyName: runName, toolType: null });
}

export const anyReport: fc.Arbitrary<RunReport> = fc
  .record({
    markers: fc.uniqueArray(marker, { minLength: 2, maxLength: 12, selector: ({ name }) => name }),
    heard: fc.array(orNone(heard), { minLength: 12, maxLength: 12 }),
    runName: text(40),
    jobNumber: orNone(text(20)),
    launchAt: orNone(fc.constant(LAUNCHED_AT)),
  })
  .map(toReport);
