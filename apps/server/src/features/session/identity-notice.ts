import { z } from 'zod';
import type { Change } from '../../platform/database/change.ts';

// Told to every node after the commit: forget what is remembered of this user, end the connections it names.
export const IDENTITY_CHANNEL = 'waymark_identity';

const identityNotice = z.object({
  userId: z.int(),
  /** Only this session has ended; without it all of the user's. */
  sessionId: z.string().optional(),
  /** All have ended but this one. */
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
