import { describe, expect, it } from 'vitest';
import { describeServiceException, toMessagingRequest, validateMessaging } from './messaging-form.view.ts';

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

  it('[N-023] that fail say so with the log id of the answer', () => {
    expect(describeServiceException({ message: 'Internal error', logId: 4711 })).toBe(
      'A notification settings service exception has occurred. LogId = [4711]',
    );
    expect(describeServiceException({ message: 'The server did not answer.' })).toBe(
      'A notification settings service exception has occurred. The server did not answer.',
    );
  });
});
