import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';

// Notifies every node after the commit: drop the user's cached tokens and end the connections of the ended sessions.
export const IDENTITY_CHANNEL = 'waymark_identity';

const identityNotice = z.object({
  userId: z.int(),
  /** Only this session has ended; undefined: all sessions of the user. */
  sessionId: z.string().optional(),
  /** The session that goes on when all others end. */
  exceptSessionId: z.string().optional(),
  reason: z.enum(['signed-out', 'password-changed', 'account-changed', 'expired']),
});
export type IdentityNotice = z.infer<typeof identityNotice>;

export function readIdentityNotice(payload: string): IdentityNotice {
  return identityNotice.parse(JSON.parse(payload));
}

export function notifyIdentity(change: Change, notice: IdentityNotice): Promise<void> {
  return change.notify(IDENTITY_CHANNEL, JSON.stringify(notice));
}
