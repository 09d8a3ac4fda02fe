import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteReply } from '@waymark/contract/route';
import type { healthRoutes } from '@waymark/contract/routes/health';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemOrigin } from '../../platform/http/call.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { VERSION } from '../../platform/version.ts';
import { nameStorageGroup, sumByGroup } from './storage-groups.ts';

type SystemHealth = RouteReply<typeof healthRoutes.systemHealth>;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { WAYMARK_NODE_NAME: 'node-1' } });
});
afterAll(() => server.close());

async function readHealth(): Promise<SystemHealth> {
  const { token } = await server.signIn('superadmin@demo.waymark');
  return (await server.call('GET', '/api/pigrun/GetSystemHealth', { token })).json() as Promise<SystemHealth>;
}

const deadNode = (name: string, silentS: number) =>
  server.app.database.change(systemOrigin('test'), ({ db }) =>
    db
      .insertInto('nodes')
      .values({
        id: crypto.randomUUID(),
        name,
        version: '0.9.0',
        commit: null,
        started_at: new Date(0),
        seen_at: new Date(Date.now() - silentS * 1000),
        memory_bytes: 1,
        loop_delay_ms: 0,
        consoles: 0,
        device_connections: 0,
        waiting_packets: 0,
        redis: 'away',
        broker: 'away',
        disk_free_bytes: null,
        disk_size_bytes: null,
      })
      .execute(),
  );

describe('the health of an installation', () => {
  test('the health shows the version and state of each node and the size of the database', async () => {
    const health = await readHealth();
    expect(health.nodes).toMatchObject([
      { name: 'node-1', version: VERSION, isSilent: false, redis: 'none', broker: 'none' },
    ]);
    expect(health.nodes[0]?.disk?.sizeBytes).toBeGreaterThan(1_000_000);
    expect(health.nodes[0]?.memoryBytes).toBeGreaterThan(1_000_000);
    expect(health.database.schema).toMatch(/^\d{4}-/);
    expect(health.database.sizeBytes).toBeGreaterThan(1_000_000);
    expect(health.storage.map(({ group }) => group)).toEqual(
      expect.arrayContaining(['Audit trail', 'Jobs', 'Records of devices', 'Waveforms']),
    );
    expect(health.backup).toBeNull();
  });

  test('a killed node is silent until it restarts or a day has passed; a stopped node disappears', async () => {
    const listNodes = async () => (await readHealth()).nodes.map(({ name, isSilent }) => [name, isSilent]);
    await deadNode('node-2', 300);
    await deadNode('node-3', 300);
    expect(await listNodes()).toEqual([
      ['node-1', false],
      ['node-2', true],
      ['node-3', true],
    ]);
    await deadNode('node-4', 90_000);
    const again = await startTestServer({ beside: server, settings: { WAYMARK_NODE_NAME: 'node-2' } });
    expect(await listNodes()).toEqual([
      ['node-1', false],
      ['node-2', false],
      ['node-3', true],
    ]);
    await again.close();
    expect(await listNodes()).toEqual([
      ['node-1', false],
      ['node-3', true],
    ]);
  });

  test('[W-172] the health counts rejected messages, their devices and device errors of the last 24 hours', async () => {
    await server.app.database.change(systemOrigin('test'), async ({ db }) => {
      await sql`insert into rejected_messages
        (uid, sender, subject, reason, link, hour, first_at, last_at, count, detail, topic, size, payload)
        select n, '', gen_random_uuid(), 'field', 'cellular', at, at, at, 10, '', '', 0, ''
        from (values (1, now()), (1, now() - interval '2 hours'), (2, now()), (null, now()), (3, now() - interval '2 days')) v (n, at)`.execute(
        db,
      );
      await sql`insert into device_errors (uid, at, group_id, received_at, code, detail)
        values (1, now(), 1, now(), 3, 0), (1, now(), 1, now(), 7, 0)`.execute(db);
    });
    expect((await readHealth()).rejected).toEqual({ messages: 40, devices: 2, deviceErrors: 2 });
  });

  test('[W-347] the health counts the alerts of a day in ten minutes, without facts and silenced ones', async () => {
    const begun = Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000;
    const at = (minutes: number) => new Date(begun + minutes * 60_000);
    await server.app.database.change(systemOrigin('test'), async ({ db }) => {
      const raise = async (kind: string, uid: number, minutes: readonly number[]) => {
        const { rows } = await sql<{ id: number }>`insert into alerts
          (group_id, run_id, subject, cause, kind, uid, words_us, words_metric, raised_at, last_raised_at, count, changed_at)
          values (1, null, 'links', ${`${kind} ${uid}`}, ${kind}, ${uid}, '', '', now(), now(), 1, now()) returning id`.execute(
          db,
        );
        for (const minute of minutes)
          await sql`insert into alert_events (alert_id, group_id, at, step, text)
            values (${rows[0]?.id}, 1, ${at(minute)}, 'raised', '')`.execute(db);
      };
      await raise('agm-offline', 1, [0, 5, 10, 11, 12, 60]);
      await raise('agm-offline', 2, [9, -24 * 60]);
      await raise('arriving-15', 3, [1, 2, 3]);
      await raise('agm-battery', 4, [3, 8]);
      await sql`insert into silences (group_id, kind, from_at, until_at, reason, added_name, added_at)
        values (1, 'agm-battery', ${at(0)}, ${at(5)}, 'Batteries are changed.', 'Ann', now())`.execute(db);
    });
    const [rate, ...others] = (await readHealth()).alertRates;
    expect(others).toEqual([]);
    expect(rate).toMatchObject({ raised: 8, most: 6 });
    expect(rate?.mostFrom).toBe(formatUtcSecond(begun + 5 * 60_000));
    expect(rate?.sources.map(({ kind, uid, count }) => [kind, uid, count])).toEqual([
      ['agm-offline', 1, 6],
      ['agm-offline', 2, 1],
      ['agm-battery', 4, 1],
    ]);
  });

  test('the health shows what waits, what failed and when the last backup was', async () => {
    await server.app.database.change(systemOrigin('test'), async ({ db }) => {
      await db
        .updateTable('installation')
        .set({ backed_up_at: new Date('2026-03-17T03:00:04Z'), backup_bytes: 1234 })
        .execute();
    });
    const before = await readHealth();
    // No text gateway is set, so a text message waits.
    await server.app.database.change(systemOrigin('test'), async ({ db }) => {
      await sql`insert into outbox (medium, user_id, recipient, subject, body_text) select 'sms', id, '9185550134', '', 'text' from users limit 1`.execute(
        db,
      );
    });
    const { outbox, backup } = await readHealth();
    expect(outbox.waiting).toBe(before.outbox.waiting + 1);
    expect(outbox.oldestAt).not.toBeNull();
    expect(backup).toEqual({ at: '2026-03-17 03:00:04', bytes: 1234 });
  });
});

describe('storage by group', () => {
  test.each([
    ['public', 'waveforms_2026_11', 'Waveforms'],
    ['public', 'early_waveforms', 'Waveforms'],
    ['public', 'heartbeats_2026_11', 'Records of devices'],
    ['public', 'pig_run_markers', 'Runs and paths'],
    ['public', 'download_packets', 'Downloads'],
    ['public', 'outbox', 'Messages to people'],
    ['graphile_worker', '_private_jobs', 'Jobs'],
    ['public', 'users', 'Everything else'],
  ])('%s.%s counts as %s', (schema, table, group) => {
    expect(nameStorageGroup(schema, table)).toBe(group);
  });

  test('the largest group comes first', () => {
    const tables = [
      { schema: 'public', name: 'users', bytes: 5 },
      { schema: 'public', name: 'waveforms_2026_10', bytes: 4 },
      { schema: 'public', name: 'waveforms_2026_11', bytes: 3 },
    ];
    expect(sumByGroup(tables)).toEqual([
      { group: 'Waveforms', bytes: 7 },
      { group: 'Everything else', bytes: 5 },
    ]);
  });
});

// The dashboard and alerts that watch the nodes from outside.

const DEPLOY = path.resolve(import.meta.dirname, '../../../../../deploy');
const FILES = ['grafana-dashboard.json', 'prometheus-alerts.yaml'] as const;
/** Metrics without a value on a server that has no Redis, external broker, backup or failures. */
const ABSENT_HERE = new Set([
  'waymark_redis up',
  'waymark_broker up',
  'waymark_backup_age_seconds last',
  'waymark_rejected_messages not-storable',
]);

/** A reading resets the metric, so the pause between readings exceeds the interval of the measurements. */
const SAMPLED = { timeout: 10_000, interval: 300 };

const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8').replaceAll('\\"', '"');
const METRIC = /\b((?:waymark|process|nodejs)_[a-z0-9_]+?)(?:_bucket|_sum|_count)?(?=[{[)\s",]|$)/gm;
const SELECTED = /\b(waymark_\w+)\{[^}]*kind="([^"]+)"/g;

const namesOf = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name));

describe('dashboard and alert rules', () => {
  let exposed: string;
  beforeAll(async () => {
    exposed = await (await server.call('GET', '/metrics')).text();
  });
  const listExposed = () => namesOf(exposed, /^# TYPE (\S+)/gm);

  test.each(FILES)('%s uses only metrics that exist', (file) => {
    const asked = namesOf(read(file), METRIC);
    expect(asked.size).toBeGreaterThan(8);
    expect([...asked].filter((name) => !listExposed().has(name))).toEqual([]);
  });

  test.each(FILES)('%s uses only kinds that exist', (file) => {
    const selected = [...read(file).matchAll(SELECTED)].filter(([, name, kind]) => !ABSENT_HERE.has(`${name} ${kind}`));
    expect(selected.length).toBeGreaterThan(5);
    expect(
      selected.filter(([, name, kind]) => !exposed.includes(`${name}{kind="${kind}"}`)).map(([text]) => text),
    ).toEqual([]);
  });

  test('the delay of the event loop is measured ten times a second', async () => {
    await vi.waitFor(async () => {
      const metrics = await (await server.call('GET', '/metrics')).text();
      const lagS = Number(/^nodejs_eventloop_lag_min_seconds (\S+)/m.exec(metrics)?.[1]);
      expect(lagS).toBeGreaterThan(0.09);
      expect(lagS).toBeLessThan(0.2);
    }, SAMPLED);
  });

  test('every metric of the server is on the dashboard', () => {
    const shown = namesOf(read('grafana-dashboard.json'), METRIC);
    const ours = [...listExposed()].filter((name) => name.startsWith('waymark_'));
    expect(ours.length).toBeGreaterThan(14);
    expect(ours.filter((name) => !shown.has(name))).toEqual([]);
  });
});
