import { pino } from 'pino';
import { expect, it } from 'vitest';
import { RefusalLog } from './refusal-log.ts';

it('names sixty refusals a minute, then counts, and never writes long texts', () => {
  const lines: string[] = [];
  const log = new RefusalLog(pino({ base: null }, { write: (line: string) => lines.push(line) }));
  const refusal = { clientId: 'x'.repeat(60_000), username: '7', address: 'a', why: 'wrong-password' } as const;
  for (let n = 0; n < 100_000; n += 1) log.write(refusal, 1_000_000 + n / 10);
  expect(lines).toHaveLength(60);
  expect(lines[0]?.length).toBeLessThan(400);
  log.write(refusal, 1_060_000);
  expect(lines.slice(60).map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { refusals: 99_940, msg: 'more MQTT clients were refused' },
    { why: 'wrong-password', address: 'a', msg: 'an MQTT client was refused' },
  ]);
});
