import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Refusals } from './refusals.ts';

test('[W-031] Refusals counts every refusal and logs a sample with the number of omitted ones', () => {
  const lines: string[] = [];
  const log = pino(new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) }));
  let now = 0;
  const refusals = new Refusals(log, () => now);
  for (let logId = 1; logId <= 100; logId++) refusals.count({ code: 'unauthenticated', status: 401, logId });
  expect(lines).toHaveLength(60);
  now = 60_000;
  refusals.count({ code: 'not-found', status: 404, logId: 101 });
  expect(lines).toHaveLength(61);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ code: 'not-found', logId: 101, unlogged: 40 });
  expect(refusals.figures()).toEqual({ unauthenticated: 100, 'not-found': 1 });
});
