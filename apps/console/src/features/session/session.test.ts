import { describe, expect, it } from 'vitest';
import { planRenewalMs, planRetryMs } from './session.ts';

const minutes = (count: number) => count * 60_000;

describe('when a token is renewed', () => {
  it('a token is renewed five minutes before it expires', () => {
    expect(planRenewalMs({ receivedAt: 1_000, expiresAt: 1_000 + minutes(60) }, 0)).toBe(minutes(55));
  });

  it('a token is renewed up to a minute earlier at random', () => {
    expect(planRenewalMs({ receivedAt: 0, expiresAt: minutes(60) }, 1)).toBe(minutes(54));
  });

  it('a token of less than ten minutes is renewed halfway, and never after it has expired', () => {
    expect(planRenewalMs({ receivedAt: 0, expiresAt: minutes(2) }, 0)).toBe(minutes(1));
    expect(planRenewalMs({ receivedAt: 0, expiresAt: minutes(2) }, 1)).toBe(0);
    expect(planRenewalMs({ receivedAt: minutes(2), expiresAt: 0 }, 1)).toBe(0);
  });
});

describe('after a failed renewal', () => {
  it('an unreachable server is retried every 15 s, and does not end the session', () => {
    expect(planRetryMs('unreachable', minutes(5), 0)).toBe(15_000);
    expect(planRetryMs('unreachable', minutes(5), minutes(600))).toBe(15_000);
  });

  it('a refusal retries when the token expires, which is valid until then', () => {
    expect(planRetryMs('refused', minutes(5), minutes(1))).toBe(minutes(4));
  });

  it('a refusal after expiry ends the session', () => {
    expect(planRetryMs('refused', minutes(5), minutes(5))).toBeNull();
  });
});
