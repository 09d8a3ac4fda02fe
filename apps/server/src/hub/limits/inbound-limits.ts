import type { Rate } from './rate-limit.ts';

/** Limits on what clients send. A console stays far below: at most about 40 calls at once, then a few a minute. */
export interface InboundLimits {
  /** Total until a namespace admits the client. */
  readonly beforeAdmission: { readonly frames: number; readonly bytes: number };
  /** Limit per connection for calls, pongs and all other frames. */
  readonly frames: Rate;
  readonly bytes: Rate;
  /** Pending calls per socket. */
  readonly waitingCalls: number;
  /** Limit for all connections of one user to this node. */
  readonly userCalls: Rate;
}

export const INBOUND_LIMITS: InboundLimits = {
  beforeAdmission: { frames: 8, bytes: 16_384 },
  frames: { burst: 300, perS: 50 },
  bytes: { burst: 262_144, perS: 65_536 },
  waitingCalls: 100,
  userCalls: { burst: 600, perS: 20 },
};
