import { pino, type Logger } from 'pino';
import { isConnectionLost } from './database/lost-connection.ts';
import { LogOutput } from './log-output.ts';

export type Log = Logger;

/**
 * Copies the fields that explain the failure: libraries attach whole connections, keys included, to their errors. A lost
 * connection is logged without its stack, which is the same in hundreds of lines of one outage.
 */
export function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause } = error;
  const stack = isConnectionLost(error) ? undefined : error.stack;
  const code = 'code' in error ? String(error.code) : undefined;
  return { name, message, code, stack, ...(cause !== undefined && { cause: describeFailure(cause) }) };
}

/** The process has one stderr, so its loggers share this. */
export const stderrOutput = new LogOutput(2);
process.once('exit', () => stderrOutput.writeRest());

/** Structured lines on stderr, so that stdout stays for what a person asked for. Secrets never reach it. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeFailure },
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ['password', 'currentPassword', 'token', 'authorization', 'cookie'].flatMap((name) => [
          name,
          `*.${name}`,
        ]),
        censor: '(secret)',
      },
    },
    stderrOutput,
  );
}
