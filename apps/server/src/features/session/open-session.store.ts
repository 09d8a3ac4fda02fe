import type { UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import { makeToken } from '../../platform/crypto/random-token.ts';
import { addRefreshToken } from './tokens/refresh-tokens.store.ts';
import type { SessionRules } from './session-rules.ts';

interface NewSession {
  readonly userId: UserId;
  readonly address: string;
  readonly userAgent: string;
  readonly externalRefresh?: Buffer;
  /** The password was shown at the sign-in. */
  readonly withPassword?: boolean;
  /** A second factor was shown at the sign-in, here or at the external provider. */
  readonly withFactor?: boolean;
}

export interface OpenedSession {
  readonly sessionId: string;
  readonly refreshToken: string;
  readonly expiresAt: Date;
}

export async function openSession(change: Change, session: NewSession, rules: SessionRules): Promise<OpenedSession> {
  const days = Math.min(rules.idleDays, rules.maxDays);
  const { id, expires_at: expiresAt } = await change.db
    .insertInto('sessions')
    .values({
      user_id: session.userId,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
      address: session.address,
      user_agent: session.userAgent.slice(0, 400),
      external_refresh: session.externalRefresh ?? null,
      password_at: session.withPassword ? sql<Date>`now()` : null,
      factor_at: session.withFactor ? sql<Date>`now()` : null,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
  const refreshToken = makeToken();
  await addRefreshToken(change, id, refreshToken, rules);
  return { sessionId: id, refreshToken, expiresAt };
}
