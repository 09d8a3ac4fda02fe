import { UTC } from '@waymark/domain/time/zone';
import { describe, expect, it } from 'vitest';
import { beginForm, checkForm, describeCurrent, describeScope, readForm, type SilenceForm } from './silence.view.ts';
import { makeAlert, makeSilence } from './testing/make-alert.ts';

const NOW = Date.UTC(2026, 2, 18, 12);
const form: SilenceForm = { ...beginForm(null, NOW), reason: 'Excavation' };

const check = (changes: Partial<SilenceForm>) => checkForm({ ...form, ...changes }, NOW);

describe('the form of a silence', () => {
  it('covers everything from now for an hour if it begins empty', () => {
    expect(beginForm(null, NOW)).toEqual({
      pathId: '',
      markerName: '',
      uid: '',
      kind: '',
      from: '2026-03-18 12:00:00',
      until: '2026-03-18 13:00:00',
      reason: '',
    });
  });

  it('takes kind, path, marker and device of an alert', () => {
    const alert = makeAlert(1, { kind: 'marker-missed', markerName: 'M4', uid: 100_234 });
    expect(beginForm(alert, NOW)).toMatchObject({
      kind: 'marker-missed',
      pathId: '7',
      markerName: 'M4',
      uid: '100234',
    });
  });

  it('leaves out the marker of an alert whose path is deleted', () => {
    expect(beginForm(makeAlert(1, { pathId: null, markerName: 'M4' }), NOW)).toMatchObject({
      pathId: '',
      markerName: '',
    });
  });

  it('accepts a reason and an hour, and finds no fault', () => {
    expect(check({})).toEqual({});
  });

  it.each(['', '   '])('asks for a reason when it is "%s"', (reason) => {
    expect(Object.keys(check({ reason }))).toEqual(['reason']);
  });

  it.each([
    ['100234', []],
    [' 100234 ', []],
    ['12345678901234', []],
    ['123456789012345', ['uid']],
    ['AGM 5', ['uid']],
    ['-5', ['uid']],
  ])('reads the device "%s" with the faulty fields %j', (uid, faulty) => {
    expect(Object.keys(check({ uid }))).toEqual(faulty);
  });

  it('marks each time that cannot be read, and no other field', () => {
    expect(Object.keys(check({ from: 'now', until: '2026-02-30 10:00:00' }))).toEqual(['from', 'until']);
    expect(Object.keys(check({ until: '' }))).toEqual(['until']);
    expect(Object.keys(check({ from: '2026-03-18', uid: 'x', reason: '' })).toSorted()).toEqual([
      'from',
      'reason',
      'uid',
    ]);
  });

  it.each([
    ['an end at the beginning', { until: '2026-03-18 12:00:00' }, 'until'],
    ['an end in the past', { from: '2026-03-18 10:00:00', until: '2026-03-18 11:59:59' }, 'until'],
    ['more than 30 days', { until: '2026-04-17 12:00:01' }, 'until'],
    ['a start after more than a year', { from: '2027-04-01 00:00:00', until: '2027-04-01 01:00:00' }, 'from'],
    ['a marker without its path', { markerName: 'M4' }, 'markerName'],
  ] as const)('refuses %s', (_what, changes, field) => {
    expect(Object.keys(check(changes))).toEqual([field]);
  });

  it('accepts exactly 30 days, and a marker with its path', () => {
    expect(check({ until: '2026-04-17 12:00:00', pathId: '7', markerName: 'M4' })).toEqual({});
  });

  it('sends empty fields as "every", and numbers as numbers', () => {
    expect(readForm({ ...form, reason: ' Excavation ' }, undefined)).toEqual({
      pathId: null,
      markerName: null,
      uid: null,
      kind: null,
      from: '2026-03-18 12:00:00',
      until: '2026-03-18 13:00:00',
      reason: 'Excavation',
    });
    expect(readForm({ ...form, pathId: '7', markerName: ' M4 ', uid: ' 5 ', kind: 'pig-late' }, 3)).toMatchObject({
      groupId: 3,
      pathId: 7,
      markerName: 'M4',
      uid: 5,
      kind: 'pig-late',
    });
  });
});

it('names the parts of a silence in one order, and the whole company if there are none', () => {
  expect(describeScope(makeSilence(1))).toBe('All alerts of the company');
  expect(describeScope(makeSilence(1, { uid: 5 }))).toBe('AGM 5');
  expect(
    describeScope(makeSilence(1, { uid: 5, markerName: 'M4', pathId: 7, pathName: 'North line', kind: 'agm-offline' })),
  ).toBe('AGM offline, North line, M4, AGM 5');
});

it('[W-342] says until when and why an alert is silenced, in the zone of the reader', () => {
  const silence = makeSilence(1, { until: '2026-07-01 12:00:00', reason: 'Digging', kind: 'agm-offline' });
  expect(describeCurrent(silence, UTC)).toBe('Silenced until 2026-07-01 12:00:00 UTC (AGM offline): Digging');
  expect(describeCurrent({ ...silence, kind: null }, 'America/Chicago')).toBe(
    'Silenced until 2026-07-01 07:00:00 UTC-5: Digging',
  );
});
