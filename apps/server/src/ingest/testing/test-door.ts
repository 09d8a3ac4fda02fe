import type { Heartbeat } from '@waymark/device-protocol/mqtt/heartbeat';
import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import type { DomainEventHandlers, PendingEvent } from '../../platform/database/change.ts';
import { Database, type Connection } from '../../platform/database/database.ts';
import { Notices } from '../../platform/database/notices.ts';
import { Partitions } from '../../platform/database/partitions.ts';
import { createLog, type Log } from '../../platform/log.ts';
import { HEARTBEAT, PASSAGE } from '../../testing/device-samples.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { DeviceDirectory } from '../device-directory.ts';
import type { DeviceMessage, DurableUplink, Link } from '../device-message.ts';
import { Receiver } from '../receive.ts';

export const NOW = Date.UTC(2026, 2, 18, 12, 0, 0);

/** Empty handlers for every domain event. */
const SILENT = new Proxy({}, { get: () => [] }) as DomainEventHandlers;

export interface TestDoor {
  readonly database: Database;
  readonly connection: Connection;
  readonly receiver: Receiver;
  readonly events: PendingEvent[];
  readonly log: Log;
  /** Sets the server's clock. */
  setNow(at: number): void;
  send(
    uid: number,
    uplink: DurableUplink,
    options?: { link?: Link; receivedAt?: number; isSnippet?: boolean },
  ): Promise<void>;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Opens a receiver on a separate database, with a company and some devices. */
export async function openTestDoor(uids: readonly number[], handlers: DomainEventHandlers = SILENT): Promise<TestDoor> {
  const log = createLog('silent');
  const test = await createTestDatabase();
  const database = new Database(test.connection, log);
  const notices = new Notices(test.connection, log);
  const events: PendingEvent[] = [];
  database.wire(handlers, (pending) => events.push(...pending));
  const directory = new DeviceDirectory(database, notices);
  await notices.start();
  let now = NOW;
  const receiver = new Receiver({
    database,
    directory,
    partitions: new Partitions(database.pool),
    log,
    now: () => now,
    keptDays: new Map(),
  });
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await database.pool.query<Row>(text, values)).rows;
  await query("insert into groups (name) values ('Tested'), ('Another')");
  await query('insert into devices (uid, group_id) select unnest($1::bigint[]), 1', [uids]);
  await query('insert into device_states (uid) select unnest($1::bigint[])', [uids]);
  return {
    database,
    connection: test.connection,
    receiver,
    events,
    log,
    query,
    setNow: (at) => (now = at),
    send: (uid, uplink, { link = 'cellular', receivedAt = now, isSnippet = false } = {}) => {
      const message: DeviceMessage = { uid, link, receivedAt, ...uplink, isSnippet };
      return receiver.receive([message]);
    },
    close: async () => {
      receiver.close();
      await notices.close();
      await database.close();
      await test.drop();
    },
  };
}

export function heartbeatAt(t: number, change: Partial<Heartbeat> = {}): DurableUplink {
  return { name: 'hb', body: { ...HEARTBEAT, t, ...change } };
}

export function passageAt(t: number, change: Partial<Passage> = {}): DurableUplink {
  return { name: 'psg', body: { ...PASSAGE, t, endOfSnip: t + 15_000, ...change } };
}
