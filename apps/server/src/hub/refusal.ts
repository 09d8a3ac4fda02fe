import type { ProblemCode } from '@waymark/contract/problems/index';
import { problemOfError } from '../platform/http/errors/problem-of-error.ts';
import type { Log } from '../platform/log.ts';

/** The problem code for a failed handshake or call; internal errors are logged. */
export function refusalCode(error: unknown, log: Log): ProblemCode {
  const { code } = problemOfError(error);
  if (code === 'internal-error')
    log.error({ err: error }, 'a hub handshake or call failed; the console gets internal-error');
  return code;
}
