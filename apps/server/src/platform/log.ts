import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Structured lines on stderr, so that stdout stays for what a person asked for. Secrets never reach it. */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ['password', 'token', 'authorization', 'cookie', '*.password', '*.token', '*.authorization', '*.cookie'],
        censor: '(secret)',
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
