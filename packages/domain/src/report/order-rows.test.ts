import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareMarkerNames, REPORT_ORDERS, sortRows } from './order-rows.ts';
import type { ReportRow } from './report-row.ts';

const ROW: ReportRow = {
  passageAt: null,
  runId: null,
  runName: null,
  toolName: null,
  markerName: null,
  markerPlace: null,
  markerNote: null,
  uid: null,
  firmware: null,
  place: null,
  altitudeMm: null,
  detectionCount: null,
  frequency: null,
  elfId: null,
  geoId: null,
  magId: null,
  isVerified: false,
  type: 'GEO',
};

test.each([
  ['O-010', 'passageTimeStamp', 'passageAt', [30, null, 10, 20], [10, 20, 30, null]],
  ['O-012', 'uId', 'uid', [9, 100, null, 20], [9, 20, 100, null]],
  ['O-011', 'markerName', 'markerName', ['AGM 10', null, 'AGM 2', 'agm 1'], ['agm 1', 'AGM 2', 'AGM 10', null]],
] as const)(
  '[%s] rows are sorted by %s in both directions; missing values come last',
  (_id, sortBy, field, values, sorted) => {
    const rows = values.map((value) => ({ ...ROW, [field]: value }));
    expect(sortRows(rows, { sortBy, descending: false }).map((row) => row[field])).toEqual(sorted);
    expect(sortRows(rows, { sortBy, descending: true }).map((row) => row[field])).toEqual([
      ...sorted.slice(0, -1).toReversed(),
      null,
    ]);
  },
);

test('rows of equal value keep their order, and none is lost', () => {
  const few = <Value>(...values: Value[]) => fc.constantFrom<Value | null>(null, ...values);
  const row = fc
    .record({ passageAt: few(1, 2), uid: few(7, 8), markerName: few('A', 'a', 'B') })
    .map((part): ReportRow => ({ ...ROW, ...part }));
  fc.assert(
    fc.property(fc.array(row), fc.constantFrom(...REPORT_ORDERS), fc.boolean(), (given, sortBy, descending) => {
      const rows = given.map((each, at) => ({ ...each, elfId: at }));
      const sorted = sortRows(rows, { sortBy, descending });
      const keyOf = ({ passageAt, markerName, uid }: ReportRow) =>
        ({ passageTimeStamp: passageAt, markerName, uId: uid })[sortBy];
      for (const key of new Set(rows.map(keyOf)))
        expect(sorted.filter((each) => keyOf(each) === key)).toEqual(rows.filter((each) => keyOf(each) === key));
      expect(sorted).toHaveLength(rows.length);
    }),
  );
});

test('two names are equal in the order only if they are identical', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(compareMarkerNames(one, other) === 0).toBe(one === other);
      expect(Math.sign(compareMarkerNames(one, other))).toBe(0 - Math.sign(compareMarkerNames(other, one)));
    }),
  );
});
