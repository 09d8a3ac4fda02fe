import type { Rate } from './rate-limit.ts';

/** How much the hub takes from clients. A console stays far below: at most about 40 calls at once, then a few a minute. */
export interface InboundLimits {
  /** In all, until a namespace lets the client in. */
  readonly beforeAdmission: { readonly frames: number; readonly bytes: number };
  /** The limit for one connection: calls, answers to pings and everything else. */
  readonly frames: Rate;
  readonly bytes: Rate;
  /** Calls of one socket that wait for the ones before them. */
  readonly waitingCalls: number;
  /** The limit for all connections of one user to this node. */
  readonly userCalls: Rate;
}

export const INBOUND_LIMITS: InboundLimits = {
  beforeAdmission: { frames: 8, bytes: 16_384 },
  frames: { burst: 300, perS: 50 },
  bytes: { burst: 262_144, perS: 65_536 },
  waitingCalls: 100,
  userCalls: { burst: 600, perS: 20 },
};
