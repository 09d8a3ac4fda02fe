import { expect, it } from 'vitest';
import { AUTOMATIC } from '../run/run.ts';
import { describeVerifier } from './verified-by.ts';

it.each([
  [{ isVerified: false, uid: 7 }, 'Not verified'],
  [{ isVerified: true, uid: 7, verifiedBy: 'Dana Reyes' }, 'Verified by Dana Reyes'],
  [{ isVerified: true, uid: 7, verifiedBy: AUTOMATIC }, 'Verified, automatic'],
  [{ isVerified: true, uid: null, verifiedBy: 'Dana Reyes' }, 'Set by hand by Dana Reyes'],
  [{ isVerified: true, uid: 7 }, 'Verified'],
  [{ isVerified: true, uid: null }, 'Set by hand'],
])('[W-248] describes who verified %j', (passage, words) => {
  expect(describeVerifier(passage)).toBe(words);
});
