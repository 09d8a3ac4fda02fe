import { describe, expect, test } from 'vitest';
import { provesSecondFactor } from './second-factor.ts';

describe('provesSecondFactor', () => {
  test.each(['mfa', 'otp', 'hwk', 'swk', 'pop', 'fpt', 'face'])(
    '[W-529] provesSecondFactor accepts the method %s beside a password',
    (method) => {
      expect(provesSecondFactor({ amr: ['pwd', method] }, [])).toBe(true);
    },
  );

  test.each([
    {},
    { amr: ['pwd'] },
    { amr: ['pwd', 'sms', 'geo', 'user', 'MFA'] },
    { amr: 'mfa' },
    { amr: null, acr: null },
    { acr: 'urn:weak' },
    { acr: ['urn:strong'] },
  ])('[W-529] provesSecondFactor refuses %j', (claims) => {
    expect(provesSecondFactor(claims, ['urn:strong'])).toBe(false);
  });

  test('[W-529] provesSecondFactor accepts a configured class, and none where none is configured', () => {
    expect(provesSecondFactor({ acr: 'urn:strong' }, ['urn:other', 'urn:strong'])).toBe(true);
    expect(provesSecondFactor({ acr: 'urn:strong' }, [])).toBe(false);
  });
});
