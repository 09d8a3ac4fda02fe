import { z } from 'zod';

/** RFC 9457 body of every failure, if the caller's Accept header names application/problem+json. */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** A text with its values apart. */
const words = z.object({ text: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) });
/** A text, or several with what stands between them. */
export const problemWords = z.union([words, z.array(z.union([words, z.string()])).readonly()]);

export const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  logId: z.int(),
  /** The detail with its values apart, to be said in another language: an English text with {name} for each value. */
  words: problemWords.optional(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** The current state, after a conflict. */
  current: z.unknown().optional(),
  /** A sign-in that needs a second factor: what the next call sends beside the code. */
  mfa_token: z.string().optional(),
  /** The ways of the second step that this user has. */
  mfa_methods: z.array(z.enum(['code', 'passkey'])).optional(),
  /** Identity calls: the OAuth error beside the problem. */
  error: z.string().optional(),
  error_description: z.string().optional(),
});
export type ProblemBody = z.infer<typeof problemBody>;
