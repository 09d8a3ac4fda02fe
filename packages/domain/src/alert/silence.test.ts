import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  checkSilence,
  findSilence,
  listSilencesAt,
  LONGEST_SILENCE_MS,
  type Silence,
  type Silenceable,
} from './silence.ts';

const NOW = Date.UTC(2026, 2, 18, 12);
const HOUR = 3_600_000;
const all: Silence = {
  groupId: 3,
  pathId: null,
  markerName: null,
  uid: null,
  kind: null,
  fromAt: NOW - HOUR,
  untilAt: NOW + HOUR,
};
const alert: Silenceable = { groupId: 3, pathId: 5, markerName: 'M2', uid: 100_234, kind: 'agm-offline' };

test.each<[string, Partial<Silence>, boolean]>([
  ['the whole company', {}, true],
  ['its path', { pathId: 5 }, true],
  ['another path', { pathId: 6 }, false],
  ['its marker', { pathId: 5, markerName: 'M2' }, true],
  ['another marker', { pathId: 5, markerName: 'M3' }, false],
  ['its device', { uid: 100_234 }, true],
  ['its kind on another path', { pathId: 6, kind: 'agm-offline' }, false],
  ['its kind', { kind: 'agm-offline' }, true],
  ['another kind', { kind: 'pig-late' }, false],
  ['another company', { groupId: 4 }, false],
  ['a time to come', { fromAt: NOW + 1 }, false],
  ['a time that is over', { untilAt: NOW }, false],
])('[W-340] a silence of %s', (_what, change, isSilenced) => {
  expect(findSilence([{ ...all, ...change }], alert, NOW) !== null).toBe(isSilenced);
});

test.each<[string, Partial<Silence>, boolean, boolean]>([
  ['the whole company', {}, true, true],
  ['one kind', { kind: 'agm-offline' }, true, true],
  ['its path', { pathId: 5 }, true, true],
  ['another path', { pathId: 6 }, false, false],
  ['the marker', { pathId: 5, markerName: 'M2' }, true, false],
  ['another marker', { pathId: 5, markerName: 'M3' }, false, false],
  ['a device at the marker', { uid: 100_234 }, true, false],
  ['another device', { uid: 100_235 }, false, false],
  ['another company', { groupId: 4 }, false, false],
  ['a time to come', { fromAt: NOW + 1 }, false, false],
])('[W-345] a silence of %s is listed at a marker and at its pig', (_what, change, isAtMarker, isAtPig) => {
  const silence = { ...all, ...change };
  const path = { groupId: 3, pathId: 5 };
  expect(listSilencesAt([silence], { ...path, markerName: 'M2', uids: [100_234] }, NOW)).toEqual(
    isAtMarker ? [silence] : [],
  );
  expect(listSilencesAt([silence], { ...path, markerName: null, uids: [] }, NOW)).toEqual(isAtPig ? [silence] : []);
});

test('of several silences the one that ends last is named', () => {
  const longer = { ...all, untilAt: NOW + 2 * HOUR };
  expect(findSilence([all, longer, all], alert, NOW)).toBe(longer);
});

test('[W-340] a silence counts from its first instant until just before its end', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5000, max: 5000 }), (offset) => {
      const at = all.fromAt + offset;
      expect(findSilence([all], alert, at) !== null).toBe(offset >= 0);
      expect(findSilence([all], alert, all.untilAt + offset) !== null).toBe(offset < 0);
    }),
  );
});

test.each<[Partial<Silence>, string]>([
  [{ untilAt: all.fromAt }, 'ends-before-it-begins'],
  [{ untilAt: NOW }, 'is-over'],
  [{ untilAt: all.fromAt + LONGEST_SILENCE_MS + 1 }, 'too-long'],
  [{ fromAt: NOW + 400 * 24 * HOUR, untilAt: NOW + 401 * 24 * HOUR }, 'too-far-ahead'],
  [{ markerName: 'M2' }, 'marker-without-path'],
])('a silence with %j is refused', (change, failure) => {
  expect(checkSilence({ ...all, ...change }, NOW)).toEqual({ ok: false, failure });
});

test('a silence in advance is accepted', () => {
  expect(checkSilence({ ...all, fromAt: NOW + 24 * HOUR, untilAt: NOW + 25 * HOUR }, NOW)).toMatchObject({ ok: true });
});
