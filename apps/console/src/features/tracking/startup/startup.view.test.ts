import { expect, it } from 'vitest';
import { readWish } from './startup.view.ts';

it('readWish reads run, marker, device and passage from the address, and ignores invalid values', () => {
  expect(readWish({ runId: '41', markerName: 'AGM 01', uid: '100234', passageId: '70311' })).toEqual({
    runId: 41,
    markerName: 'AGM 01',
    uid: 100_234,
    passageId: 70_311,
  });
  expect(readWish({ runId: 'x', uid: '-3', passageId: '1e9', other: 'y' })).toEqual({
    runId: null,
    markerName: null,
    uid: null,
    passageId: null,
  });
});
