import { describe, expect, it } from 'vitest';
import { toMessagingRequest, validateMessaging } from './messaging-form.view.ts';

describe('the messaging settings', () => {
  it.each(['', '  ', 'none'])('[N-017] need a phone number to opt in: %j', (phone) => {
    expect(validateMessaging({ isOptedIn: true, phone })).toBe('A phone number must be specified.');
    expect(validateMessaging({ isOptedIn: false, phone })).toBeNull();
  });

  it('[N-016] take at most 50 digits', () => {
    expect(validateMessaging({ isOptedIn: true, phone: '1'.repeat(50) })).toBeNull();
    expect(validateMessaging({ isOptedIn: false, phone: '1'.repeat(51) })).toBe(
      'The phone number specified can, at most, include 50 characters of numerics (0-9).',
    );
  });

  it('[N-015] send digits only, under the name that the request has', () => {
    expect(toMessagingRequest({ isOptedIn: true, phone: '+1 (918) 555-0134' })).toEqual({
      a2pMessagingOptInState: true,
      phone: '19185550134',
    });
  });
});
