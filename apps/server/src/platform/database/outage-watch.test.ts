import { afterAll, beforeAll, expect, test } from 'vitest';
import { layCable } from '../../testing/cable.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createLog } from '../log.ts';
import { OutageWatch } from './outage-watch.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('the watch reports once that the database is away and once that it is back', async () => {
  const cable = await layCable(database.connection);
  let told: (isAway: boolean) => void = () => undefined;
  const next = () => new Promise<boolean>((resolve) => (told = resolve));
  const watch = new OutageWatch({
    connection: { ...database.connection, host: '127.0.0.1', port: cable.port },
    log: createLog('silent'),
    onChange: (isAway) => told(isAway),
    checkMs: 20,
  });
  try {
    const gone = next();
    await cable.cut();
    expect(await gone).toBe(true);
    expect(watch.isAway).toBe(true);
    const back = next();
    await cable.mend();
    expect(await back).toBe(false);
  } finally {
    await watch.close();
    await cable.cut();
  }
});
