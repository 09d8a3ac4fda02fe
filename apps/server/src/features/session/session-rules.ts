import { sql } from 'kysely';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';

/** How long sessions last, in days. */
export interface SessionLimits {
  /** Without a renewal. */
  readonly idleDays: number;
  /** From the sign-in, however often it is renewed. */
  readonly maxDays: number;
}

/** How this server opens and renews sessions. */
export interface SessionRules extends SessionLimits {
  /** Cookies have the prefix __Host-. */
  readonly hostPrefixed: boolean;
  /** The refresh token that replaces this one; the same each time, and known to this server only. */
  readonly deriveSuccessor: (token: string) => string;
}

export function createSessionRules(limits: SessionLimits, box: SecretBox, hostPrefixed: boolean): SessionRules {
  return {
    ...limits,
    hostPrefixed,
    deriveSuccessor: (token) => box.derive('refresh-token', token).toString('base64url'),
  };
}

/** When a stored session must end: a new limit also holds for sessions that were opened under another one. */
export function absoluteEnd({ maxDays }: SessionLimits) {
  return sql<Date>`sessions.created_at + make_interval(days => ${maxDays})`;
}

/** When a session that is used now expires. */
export function expiryOfUse(limits: SessionLimits) {
  return sql<Date>`least(now() + make_interval(days => ${limits.idleDays}), ${absoluteEnd(limits)})`;
}

/** A session that is neither ended nor expired. */
export function isLive(limits: SessionLimits) {
  return sql<boolean>`sessions.ended_at is null and least(sessions.expires_at, ${absoluteEnd(limits)}) > now()`;
}
