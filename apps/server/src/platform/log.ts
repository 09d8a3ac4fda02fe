import { pino, type Logger } from 'pino';
import { LogOutput } from './log-output.ts';

export type Log = Logger;

/** Only what tells the failure: libraries hang whole connections, keys included, on their errors. */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
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
