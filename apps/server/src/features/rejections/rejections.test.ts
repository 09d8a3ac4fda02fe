import { formatUplinkTopic } from '@waymark/device-protocol/mqtt/topic';
import type { RouteReply } from '@waymark/contract/route';
import type { rejectionsRoutes } from '@waymark/contract/routes/rejections';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDevice, publishTo } from '../../ingest/testing/mqtt-device.ts';
import { insertTestDevices } from '../../ingest/testing/test-devices.ts';
import { findFreePort } from '../../testing/server-process.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

type Page = RouteReply<typeof rejectionsRoutes.listRejections>;
type ErrorPage = RouteReply<typeof rejectionsRoutes.listDeviceErrors>;

const UID = 300_001;
const FOREIGN = 300_002;
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 2, 18, 12, 0, 0);

let server: TestServer;
let port: number;
let own: number;
let foreign: number;
const tokens = { admin: '', superadmin: '' };

const query = async <Row extends object = object>(text: string, values: unknown[] = []) =>
  (await server.app.database.pool.query<Row>(text, values)).rows;

async function readId(text: string, values: unknown[] = []): Promise<number> {
  const [row] = await query<{ id: number }>(text, values);
  if (!row) throw new Error('no row');
  return row.id;
}

beforeAll(async () => {
  port = await findFreePort();
  server = await startTestServer({ settings: { WAYMARK_MQTT_PORT: String(port) } });
  for (const role of ['admin', 'superadmin'] as const)
    tokens[role] = (await server.signIn(`${role}@demo.waymark`)).token;
  own = await readId("select group_id::int as id from users where email = 'admin@demo.waymark'");
  foreign = await readId("insert into groups (name) values ('Foreign Gas') returning id::int");
  await insertTestDevices(server.connection, [UID], own);
  await insertTestDevices(server.connection, [FOREIGN], foreign);
});
afterAll(() => server.close());
beforeEach(() => query('truncate rejected_messages'));

interface Kept {
  readonly groupId: number | null;
  readonly uid: number | null;
  readonly at?: number;
  readonly link?: string;
  readonly reason?: string;
  readonly payload?: string;
}

async function keep({ groupId, uid, at = NOW, link = 'cellular', reason = 'field', payload = '' }: Kept) {
  return readId(
    `insert into rejected_messages
      (group_id, uid, sender, subject, reason, link, hour, first_at, last_at, count, detail, topic, size, payload)
     values ($1, $2, '=cmd', gen_random_uuid(), $3, $4, $5, $5, $5, 3, 'battery: too big', 'hb', 5000, $6) returning id::int`,
    [groupId, uid, reason, link, new Date(at), Buffer.from(payload)],
  );
}

async function get(path: string, role: 'admin' | 'superadmin' = 'admin'): Promise<Response> {
  return server.call('GET', `/api${path}`, { token: tokens[role] });
}
const list = async (search: string, role?: 'admin' | 'superadmin') =>
  (await (await get(`/rejections?${search}`, role)).json()) as Page;
const idsOf = ({ entries }: Page) => entries.map(({ id }) => id);

describe('the rejected messages of a company', () => {
  test('[W-168] an admin sees the rejected messages of the company; a superadmin sees all, also those of no company', async () => {
    const ids = [
      await keep({ groupId: own, uid: UID }),
      await keep({ groupId: foreign, uid: FOREIGN }),
      await keep({ groupId: null, uid: null, reason: 'unknown-imei' }),
    ];
    expect(idsOf(await list(''))).toEqual([ids[0]]);
    expect(idsOf(await list(`groupId=${foreign}`))).toEqual([]);
    expect(idsOf(await list('', 'superadmin'))).toEqual(ids.toReversed());
    expect(idsOf(await list(`groupId=${foreign}`, 'superadmin'))).toEqual([ids[1]]);
    for (const id of ids.slice(1)) expect((await get(`/rejections/${id}`)).status).toBe(404);
  });

  test('[W-168] rejected messages stay with the company when the device moves', async () => {
    const id = await keep({ groupId: own, uid: FOREIGN });
    expect(idsOf(await list(`uid=${FOREIGN}`))).toEqual([id]);
  });

  test('[W-169] finds rejected messages by device, link, reason and time', async () => {
    const [one, two, three] = [
      await keep({ groupId: own, uid: UID, at: NOW - DAY_MS }),
      await keep({ groupId: own, uid: UID, link: 'iridium', reason: 'checksum' }),
      await keep({ groupId: own, uid: UID + 7, link: 'bluetooth', reason: 'future' }),
    ];
    expect(idsOf(await list(`uid=${UID}`))).toEqual([two, one]);
    expect(idsOf(await list('link=bluetooth'))).toEqual([three]);
    expect(idsOf(await list('reason=checksum'))).toEqual([two]);
    const noon = encodeURIComponent(formatUtcSecond(NOW));
    expect(idsOf(await list(`startDate=${noon}&endDate=${noon}`))).toEqual([three, two]);
    expect(idsOf(await list(`endDate=${encodeURIComponent(formatUtcSecond(NOW - 1000))}`))).toEqual([one]);
  });

  test('[W-169] pages show each row once, also rows of the same time', async () => {
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await keep({ groupId: own, uid: UID, at: NOW - (n > 2 ? 1 : 0) }));
    const found: number[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: Page = await list(`rowsPerPage=2${next && `&before=${next}`}`);
      found.push(...idsOf(page));
      next = page.next;
    }
    expect(found).toEqual([ids[2], ids[1], ids[0], ids[4], ids[3]]);
  });

  test.each(['before=1', 'before=1.2.3', 'before=x', 'reason=none', 'link=fax', 'rowsPerPage=0'])(
    '[W-169] the list answers 400 to %s',
    async (search) => expect((await get(`/rejections?${search}`)).status).toBe(400),
  );

  test('[W-170] a row shows the bytes of the newest message and the length of the whole message', async () => {
    const id = await keep({ groupId: own, uid: UID, payload: '{"t":1}' });
    expect(await (await get(`/rejections/${id}`)).json()).toMatchObject({ hex: '7b2274223a317d', size: 5000 });
  });

  test('[W-171] the CSV file has reason, advice and bytes of each row, and no cell is a formula', async () => {
    await keep({ groupId: own, uid: UID, payload: 'ab' });
    await keep({ groupId: foreign, uid: FOREIGN });
    const response = await get(`/rejections/export?uid=${UID}`);
    expect(response.headers.get('content-disposition')).toMatch(/300001-rejected-messages-[\d-]{10}\.csv/);
    const [heading, row, ...rest] = (await response.text()).split('\r\n');
    expect(heading).toMatch(/^\uFEFF?last_utc,first_utc,count,uid,/);
    expect(row).toContain('2026-03-18 12:00:00,2026-03-18 12:00:00,3,300001');
    expect(row).toContain('field,"A field is missing, has another type, or is outside its range."');
    expect(row).toContain("battery: too big,'=cmd,hb,5000,6162");
    expect(rest).toEqual(['']);
  });
});

describe('the errors that devices report', () => {
  const errorAt = (groupId: number, uid: number, at: number, code: number) =>
    query('insert into device_errors (uid, at, group_id, received_at, code, detail) values ($1, $2, $3, $2, $4, 345)', [
      uid,
      new Date(at),
      groupId,
      code,
    ]);
  const listErrors = async (search: string) => (await (await get(`/device-errors?${search}`)).json()) as ErrorPage;
  const at = Date.now();
  beforeAll(async () => {
    for (const code of [3, 7, 12]) await errorAt(own, UID, at, code);
    await errorAt(foreign, FOREIGN, at, 3);
  });

  test('[W-171] lists device errors by company and device, page by page', async () => {
    const first = await listErrors('rowsPerPage=2');
    const second = await listErrors(`rowsPerPage=2&before=${first.next}`);
    expect([...first.entries, ...second.entries].map(({ uid, code, detail }) => [uid, code, detail])).toEqual([
      [UID, 12, 345],
      [UID, 7, 345],
      [UID, 3, 345],
    ]);
    expect(second.next).toBeNull();
    expect((await listErrors(`uid=${FOREIGN}`)).entries).toEqual([]);
  });

  test('[W-171] device errors are exported as a CSV file', async () => {
    const text = await (await get(`/device-errors/export?uid=${UID}`)).text();
    expect(text.split('\r\n')).toHaveLength(5);
    expect(text).toContain(`,${UID},${own},12,345`);
  });
});

describe('from the device to the list', () => {
  test('[W-166] [W-169] a broken heartbeat over MQTT is a row with link, reason and bytes', async () => {
    const device = await connectDevice(port, UID);
    const topic = formatUplinkTopic(UID, 'hb');
    for (const text of ['{"t":', '{"t":1,'])
      await publishTo(device, { topic, payload: new TextEncoder().encode(text), qos: 1, retain: false });
    await device.endAsync(true);
    const { entries } = await list(`uid=${UID}`);
    expect(entries).toMatchObject([
      { uid: UID, groupId: own, link: 'cellular', reason: 'not-json', count: 2, size: 7 },
    ]);
  });
});
