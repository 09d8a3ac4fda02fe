import { describe, expect, it } from 'vitest';
import { describeMedium, describeProgress, describeText } from './outbox.view.ts';

const of = (
  status: 'dead' | 'waiting' | 'sent',
  attempts: number,
  lastError: string | null = null,
  sentAt: string | null = null,
) => describeProgress({ status, attempts, lastError, sentAt });

describe('a message in the list', () => {
  it('a message shows its progress, and why it failed', () => {
    expect(of('dead', 1, 'not opted in')).toBe('Dead after 1 attempt: not opted in');
    expect(of('dead', 4, 'connect ECONNREFUSED')).toBe('Dead after 4 attempts: connect ECONNREFUSED');
    expect(of('waiting', 0)).toBe('Not tried yet');
    expect(of('waiting', 2, 'the gateway answered 500')).toBe(
      'Is tried again after 2 attempts: the gateway answered 500',
    );
    expect(of('sent', 1, null, '2026-03-18 00:06:51')).toBe('Sent 2026-03-18 00:06:51');
  });

  it('a message shows its text unless that is secret', () => {
    expect(describeText({ text: 'Marker 4 passed' })).toBe('Marker 4 passed');
    expect(describeText({ text: null })).toContain('not shown');
  });

  it('a message names its medium in plain words', () => {
    expect([
      describeMedium({ medium: 'sms' }),
      describeMedium({ medium: 'mail' }),
      describeMedium({ medium: 'push' }),
    ]).toEqual(['SMS', 'Email', 'Push']);
  });
});
