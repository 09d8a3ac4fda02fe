import { pino } from 'pino';
import { expect, it } from 'vitest';
import { TrialDoor } from '../testing/trial-door.ts';
import { Refusals } from './refusals.ts';

function openLog() {
  const lines: string[] = [];
  let now = 0;
  const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
  const refusals = new Refusals({ door: new TrialDoor(), log, now: () => now });
  const report = (at: number, clientId: string, why: 'wrong-password' | 'client-id' = 'wrong-password') => {
    now = at;
    refusals.report({ clientId, username: '7', address: 'a' }, why);
  };
  return { report, lines, read: (from: number) => lines.slice(from).map((line) => JSON.parse(line) as unknown) };
}

it('[W-051] names a client and its reason once a minute and counts the repeats', () => {
  const { report, lines, read } = openLog();
  for (let n = 0; n < 50_000; n += 1) report(1_000_000 + n, 'agm-7');
  report(1_050_000, 'agm-8');
  expect(lines).toHaveLength(2);
  report(1_060_000, 'agm-7', 'client-id');
  expect(read(2)).toMatchObject([
    { clientId: 'agm-7', why: 'wrong-password', repeats: 49_999, msg: 'an MQTT client was refused' },
    { clientId: 'agm-7', why: 'client-id', msg: 'an MQTT client was refused' },
  ]);
});

it('names sixty clients a minute, counts the others, and shortens long texts', () => {
  const { report, lines, read } = openLog();
  for (let n = 0; n < 10_000; n += 1) report(1_000_000 + n, `${n} ${'x'.repeat(60_000)}`);
  expect(lines).toHaveLength(60);
  expect(lines[0]?.length).toBeLessThan(400);
  report(1_060_000, 'agm-7');
  expect(read(60)).toMatchObject([{ others: 9_940 }, { clientId: 'agm-7', why: 'wrong-password', address: 'a' }]);
});
