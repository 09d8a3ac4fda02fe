import { describe, expect, it } from 'vitest';
import { planRenewalMs, planRetryMs } from './renewal-plan.ts';

const minutes = (count: number) => count * 60_000;

describe('when a token is renewed', () => {
  it('five minutes before it expires', () => {
    expect(planRenewalMs({ receivedAt: 1_000, expiresAt: 1_000 + minutes(60) }, 0)).toBe(minutes(55));
  });

  it('up to a minute earlier by chance', () => {
    expect(planRenewalMs({ receivedAt: 0, expiresAt: minutes(60) }, 1)).toBe(minutes(54));
  });

  it('halfway when it lives shorter than ten minutes, and never after it expired', () => {
    expect(planRenewalMs({ receivedAt: 0, expiresAt: minutes(2) }, 0)).toBe(minutes(1));
    expect(planRenewalMs({ receivedAt: 0, expiresAt: minutes(2) }, 1)).toBe(0);
    expect(planRenewalMs({ receivedAt: minutes(2), expiresAt: 0 }, 1)).toBe(0);
  });
});

describe('after a renewal that did not work', () => {
  it('a server that cannot be reached is asked again every 15 s, and ends no session by that', () => {
    expect(planRetryMs('unreachable', minutes(5), 0)).toBe(15_000);
    expect(planRetryMs('unreachable', minutes(5), minutes(600))).toBe(15_000);
  });

  it('a refusal waits for the end of the token, which is good until then', () => {
    expect(planRetryMs('refused', minutes(5), minutes(1))).toBe(minutes(4));
  });

  it('refused and expired is the end', () => {
    expect(planRetryMs('refused', minutes(5), minutes(5))).toBeNull();
  });
});
