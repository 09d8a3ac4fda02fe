import { describe, expect, it } from 'vitest';
import { describeServiceException, toMessagingRequest, validateMessaging } from './messaging-form.view.ts';

describe('the messaging settings', () => {
  it.each(['', '  ', 'none'])('[N-017] an opt-in requires a phone number: %j', (phone) => {
    expect(validateMessaging({ isOptedIn: true, phone })).toBe('A phone number must be specified.');
    expect(validateMessaging({ isOptedIn: false, phone })).toBeNull();
  });

  it('[N-016] a phone number has at most 50 digits', () => {
    expect(validateMessaging({ isOptedIn: true, phone: '1'.repeat(50) })).toBeNull();
    expect(validateMessaging({ isOptedIn: false, phone: '1'.repeat(51) })).toBe(
      'The phone number specified can, at most, include 50 characters of numerics (0-9).',
    );
  });

  it('[N-015] the request contains digits only, under its own field name', () => {
    expect(toMessagingRequest({ isOptedIn: true, phone: '+1 (918) 555-0134' })).toEqual({
      a2pMessagingOptInState: true,
      phone: '19185550134',
    });
  });

  it('[N-023] a failure is described with the log id of the answer', () => {
    expect(describeServiceException({ message: 'Internal error', logId: 4711 })).toBe(
      'A notification settings service exception has occurred. LogId = [4711]',
    );
    expect(describeServiceException({ message: 'The server did not answer.' })).toBe(
      'A notification settings service exception has occurred. The server did not answer.',
    );
  });
});
