import { pino, type Logger } from 'pino';
import { isConnectionLost } from './database/lost-connection.ts';
import { LogOutput } from './log-output.ts';

export type Log = Logger;

/**
 * Copies only the explanatory fields: libraries attach whole connections, keys included, to their errors. A lost
 * connection has no stack, which would repeat in hundreds of lines during an outage.
 */
export function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause } = error;
  const stack = isConnectionLost(error) ? undefined : error.stack;
  const code = 'code' in error ? String(error.code) : undefined;
  return { name, message, code, stack, ...(cause !== undefined && { cause: describeFailure(cause) }) };
}

/** Shared by all loggers, since the process has one stderr. */
export const stderrOutput = new LogOutput(2);
process.once('exit', () => stderrOutput.writeRest());

/** Writes structured lines to stderr, which keeps stdout for the operator's output. Never log secrets. */
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
