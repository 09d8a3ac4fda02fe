import type { ProblemCode } from '@waymark/contract/problems/index';
import { problemOfError } from '../platform/http/problem-of-error.ts';
import type { Log } from '../platform/log.ts';

/** The code a console gets for a failed handshake or call; what is our own fault is logged. */
export function refusalCode(error: unknown, log: Log): ProblemCode {
  const { code } = problemOfError(error);
  if (code === 'internal-error') log.error({ err: error }, 'the hub failed to answer');
  return code;
}
