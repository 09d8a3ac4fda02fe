import { pino } from 'pino';
import { expect, test } from 'vitest';
import { DatabaseAwayError } from './database/query-limit.ts';
import { sendConsoleToLog } from './console-to-log.ts';
import { describeFailure } from './log.ts';

test('[W-083] [W-191] a library that prints to the console prints to the log, without the stack of a lost connection', () => {
  const lines: unknown[] = [];
  const log = pino(
    { base: null, timestamp: false, serializers: { err: describeFailure } },
    {
      write: (line: string) => lines.push(JSON.parse(line)),
    },
  );
  const output = { ...console };
  sendConsoleToLog(log, output);
  output.trace(new DatabaseAwayError());
  output.error('Retried %d times:', 3, new DatabaseAwayError());
  output.warn('deprecated');
  const [msg, err] = [
    'a library printed to the console',
    { name: 'DatabaseAwayError', message: 'the database is away' },
  ];
  expect(lines).toEqual([
    { level: 40, err, msg },
    { level: 40, err, text: 'Retried 3 times:', msg },
    { level: 40, text: 'deprecated', msg },
  ]);
});
