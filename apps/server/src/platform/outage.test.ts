import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Outage } from './outage.ts';

function createOutage(lines: Omit<ConstructorParameters<typeof Outage>[1], 'began' | 'ended'> = {}) {
  const logged: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => logged.push(JSON.parse(line) as Record<string, unknown>) };
  const log = pino({ base: null, timestamp: false, formatters: { level: (level) => ({ level }) } }, stream);
  return { logged, outage: new Outage(log, { began: 'went', ended: 'returned', ...lines }) };
}

test('an outage logs its first failure and its end once', () => {
  const { logged, outage } = createOutage({ level: 'error', fields: { lane: 1 } });
  expect(outage.end()).toBe(false);
  outage.begin(new Error('first'));
  outage.begin(new Error('second'));
  expect(outage.isOut).toBe(true);
  expect([outage.end(), outage.end()]).toEqual([true, false]);
  expect(logged).toEqual([
    { level: 'error', lane: 1, err: expect.objectContaining({ message: 'first' }), msg: 'went' },
    { level: 'warn', lane: 1, msg: 'returned' },
  ]);
});

test('an outage logs its losses and resets them at its end', () => {
  const { logged, outage } = createOutage();
  outage.begin(new Error('away'));
  outage.countLost(2);
  outage.countLost(1);
  outage.end();
  outage.begin(new Error('away'));
  outage.end();
  expect(logged.filter(({ msg }) => msg === 'returned')).toEqual([
    { level: 'warn', lost: 3, msg: 'returned' },
    { level: 'warn', msg: 'returned' },
  ]);
});
