import { expect, test } from 'vitest';
import { ACCOUNT_THROTTLE, waitAfterFailuresS } from './throttle.ts';

test('the first failures cost no wait, then it doubles up to its limit', () => {
  const waits = [0, 1, 4, 5, 6, 7, 8, 13, 14, 1000].map((failures) => waitAfterFailuresS(ACCOUNT_THROTTLE, failures));
  expect(waits).toEqual([0, 0, 0, 1, 2, 4, 8, 256, 300, 300]);
});
