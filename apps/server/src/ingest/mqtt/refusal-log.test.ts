import { pino } from 'pino';
import { expect, it } from 'vitest';
import { RefusalLog } from './refusal-log.ts';

function openLog() {
  const lines: string[] = [];
  const log = new RefusalLog(pino({ base: null }, { write: (line: string) => lines.push(line) }));
  return { log, lines, read: (from: number) => lines.slice(from).map((line) => JSON.parse(line) as unknown) };
}

const refusal = { clientId: 'agm-7', username: '7', address: 'a', why: 'wrong-password' } as const;

it('[W-051] names a client and its reason once a minute and counts the repeats', () => {
  const { log, lines, read } = openLog();
  for (let n = 0; n < 50_000; n += 1) log.write(refusal, 1_000_000 + n);
  log.write({ ...refusal, clientId: 'agm-8' }, 1_050_000);
  expect(lines).toHaveLength(2);
  log.write({ ...refusal, why: 'client-id' }, 1_060_000);
  expect(read(2)).toMatchObject([
    { clientId: 'agm-7', why: 'wrong-password', repeats: 49_999, msg: 'an MQTT client was refused' },
    { clientId: 'agm-7', why: 'client-id', msg: 'an MQTT client was refused' },
  ]);
});

it('names sixty clients a minute, then counts, and never writes long texts', () => {
  const { log, lines, read } = openLog();
  for (let n = 0; n < 10_000; n += 1) log.write({ ...refusal, clientId: `${n} ${'x'.repeat(60_000)}` }, 1_000_000 + n);
  expect(lines).toHaveLength(60);
  expect(lines[0]?.length).toBeLessThan(400);
  log.write(refusal, 1_060_000);
  expect(read(60)).toMatchObject([{ others: 9_940 }, { clientId: 'agm-7', why: 'wrong-password', address: 'a' }]);
});
