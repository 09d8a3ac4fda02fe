import { afterEach, expect, it } from 'vitest';
import { findSilenceOf, listUnended, putSilence, replaceSilences, useSilences } from './silences-store.ts';
import { makeAlert, makeSilence } from './testing/make-alert.ts';

const NOON = Date.UTC(2026, 2, 18, 12);
const SECOND_MS = 1000;
const until = (hour: number) => `2026-03-18 ${hour}:00:00`;
const listed = () => useSilences.getState().silences;
const idsOf = (silences: readonly { readonly id: number }[]) => silences.map(({ id }) => id);

afterEach(() => replaceSilences([]));

it('lists the silence that ends first in front, and the older of two that end together', () => {
  replaceSilences([
    makeSilence(3, { until: until(15) }),
    makeSilence(2, { until: until(14) }),
    makeSilence(1, { until: until(15) }),
  ]);
  expect(idsOf(listed())).toEqual([2, 1, 3]);
});

it('replaces a silence that it has, and adds one that it has not', () => {
  replaceSilences([makeSilence(1, { until: until(14) })]);
  putSilence(makeSilence(2, { until: until(13) }));
  putSilence(makeSilence(1, { until: until(12), reason: 'Shorter' }));
  expect(listed().map(({ id, reason }) => [id, reason])).toEqual([
    [1, 'Shorter'],
    [2, makeSilence(2).reason],
  ]);
});

it('[W-341] removes a silence that a user has ended early', () => {
  replaceSilences([makeSilence(1), makeSilence(2)]);
  putSilence(makeSilence(1, { endedBy: 'Dana Reyes' }));
  expect(idsOf(listed())).toEqual([2]);
});

it('tells a silence that is current from one to come, and leaves out one that is over', () => {
  replaceSilences([
    makeSilence(1, { until: until(12) }),
    makeSilence(2, { from: until(12), until: until(13) }),
    makeSilence(3, { from: until(13), until: until(14) }),
  ]);
  const shown = (now: number) => listUnended(listed(), now).map(({ silence, isCurrent }) => [silence.id, isCurrent]);
  expect(shown(NOON)).toEqual([
    [2, true],
    [3, false],
  ]);
  expect(shown(NOON - SECOND_MS)).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ]);
});

it('finds the silence that keeps an alert quiet longest, and none of another company', () => {
  replaceSilences([
    makeSilence(1, { until: until(14) }),
    makeSilence(2, { until: until(13), kind: 'agm-offline' }),
    makeSilence(3, { until: until(20), kind: 'pig-late' }),
  ]);
  expect(findSilenceOf(listed(), makeAlert(1), NOON)?.id).toBe(1);
  expect(findSilenceOf(listed(), makeAlert(1, { kind: 'pig-late' }), NOON)?.id).toBe(3);
  expect(findSilenceOf(listed(), makeAlert(1, { groupId: 4 }), NOON)).toBeNull();
});
