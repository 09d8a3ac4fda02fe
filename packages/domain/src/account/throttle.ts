// Exponential backoff after failed attempts, with some free attempts.
export interface ThrottlePolicy {
  readonly freeAttempts: number;
  readonly longestWaitS: number;
  /** The count resets after this long without an attempt. */
  readonly forgetAfterS: number;
}

export const ACCOUNT_THROTTLE: ThrottlePolicy = { freeAttempts: 5, longestWaitS: 300, forgetAfterS: 3600 };
export const ADDRESS_THROTTLE: ThrottlePolicy = { freeAttempts: 30, longestWaitS: 300, forgetAfterS: 3600 };
export const LINK_THROTTLE: ThrottlePolicy = { freeAttempts: 3, longestWaitS: 3600, forgetAfterS: 3600 };

/** Seconds to wait after `failures` failed attempts in a row. */
export function waitAfterFailuresS(policy: ThrottlePolicy, failures: number): number {
  const beyond = failures - policy.freeAttempts;
  return beyond < 0 ? 0 : Math.min(2 ** Math.min(beyond, 30), policy.longestWaitS);
}
