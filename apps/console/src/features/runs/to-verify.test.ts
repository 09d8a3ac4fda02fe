import { manualPassage, type RunPassage } from '@waymark/domain/run/run';
import { heard, minute, straightRun } from '@waymark/domain/run/testing/straight-run';
import { expect, it } from 'vitest';
import { countToVerify, listOpenPassages } from './to-verify.ts';

const open = (...passages: readonly RunPassage[]) =>
  listOpenPassages(straightRun({ passages })).map(({ uid, markerName }) => [uid, markerName]);

it('a passage waits until it is verified, or another one at its marker', () => {
  expect(open(heard(1, 60, 'M1'))).toEqual([[1, 'M1']]);
  expect(open(heard(1, 60, 'M1', true))).toEqual([]);
  expect(open(heard(1, 60, 'M1'), heard(2, 61, 'M1'), heard(3, 62, 'M1', true))).toEqual([]);
});

it('a passage at no marker waits for itself, and does not count', () => {
  const passages = [heard(1, 60, null), heard(2, 60, null, true), heard(3, 61, 'M1')];
  expect(open(...passages)).toEqual([
    [1, null],
    [3, 'M1'],
  ]);
  expect(countToVerify(straightRun({ passages }))).toBe(1);
});

it('a time that a user has set by hand waits for no decision', () => {
  expect(open({ ...manualPassage('M1', minute(60)), isVerified: false })).toEqual([]);
});

it('a passage before the launch is not the pig, one at the second of the launch may be', () => {
  expect(open(heard(1, -1, 'M1'), heard(2, 0, 'M1'))).toEqual([[2, 'M1']]);
  expect(
    listOpenPassages({ ...straightRun({ launchAt: null }), passages: [heard(1, -1, 'M1')] }).map(({ uid }) => uid),
  ).toEqual([1]);
});

it('a passage before a confirmed one further back is not the pig, one after it may be', () => {
  const confirmed = heard(9, 60, 'M2', true);
  expect(open(confirmed, heard(1, 59, 'M3'), heard(2, 60, 'M3'), heard(3, 61, 'M3'))).toEqual([
    [2, 'M3'],
    [3, 'M3'],
  ]);
});

it('a passage behind the confirmed place is open, whenever it was heard', () => {
  expect(open(heard(9, 60, 'M2', true), heard(1, 30, 'M1'), heard(2, 90, 'M1'))).toEqual([
    [1, 'M1'],
    [2, 'M1'],
  ]);
});

it('a passage at a marker that the path no longer has is judged by the launch alone', () => {
  expect(open(heard(9, 60, 'M2', true), heard(1, 30, 'Gone'), heard(2, -1, 'Gone'))).toEqual([[1, 'Gone']]);
});
