import { z } from 'zod';

export const PASSWORD_LINK_JOB = 'session.password-link';
export const passwordLinkPayload = z.object({
  email: z.string(),
  /** The first link of a new person, which nobody asked for and nothing throttles. */
  isFirst: z.boolean().default(false),
});
export type PasswordLinkRequest = z.infer<typeof passwordLinkPayload>;
