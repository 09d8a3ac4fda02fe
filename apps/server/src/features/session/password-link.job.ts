import { z } from 'zod';

export const PASSWORD_LINK_JOB = 'session.password-link';
export const passwordLinkPayload = z.object({ email: z.string() });
