import { z } from 'zod';

export const PASSWORD_LINK_JOB = 'session.password-link';
export const passwordLinkPayload = z.object({
  email: z.string(),
  /** The first link of a new user: the server sends it without a request, so no throttle applies. */
  isFirst: z.boolean().default(false),
});
export type PasswordLinkRequest = z.infer<typeof passwordLinkPayload>;
