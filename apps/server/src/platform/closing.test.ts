import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Closing } from './closing.ts';

const log = pino({ level: 'silent' });

test('Closing closes parts in reverse order and continues after a part that fails', async () => {
  const closed: string[] = [];
  const closing = new Closing(log);
  for (const name of ['database', 'http', 'jobs']) {
    closing.add(name, () => {
      closed.push(name);
      if (name === 'http') throw new Error('it does not close');
    });
  }
  await closing.close();
  expect(closed).toEqual(['jobs', 'http', 'database']);
});

test('[W-005] Closing names the parts that are still open', async () => {
  const hanging = Promise.withResolvers<void>();
  const closing = new Closing(log);
  closing.add('database', () => undefined);
  closing.add('http', async () => hanging.promise);
  closing.add('jobs', () => undefined);
  expect(closing.open).toEqual(['jobs', 'http', 'database']);
  const closed = closing.close();
  await expect.poll(() => closing.open).toEqual(['http', 'database']);
  hanging.resolve();
  await closed;
  expect(closing.open).toEqual([]);
});
