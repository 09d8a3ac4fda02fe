import type { RouteReply } from '@waymark/contract/route';
import { sharesRoutes } from '@waymark/contract/routes/shares';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemScope } from '../../platform/access/scope.ts';
import { readProblem } from '../../testing/test-server.ts';
import { endAfter } from '../runs/finished/testing/finish.ts';
import { openRunDesk, type RunDesk } from '../runs/testing/run-desk.ts';

type Made = RouteReply<typeof sharesRoutes.makeShare>;
type Listed = RouteReply<typeof sharesRoutes.listShares>[number];
type Page = RouteReply<typeof sharesRoutes.readShare>;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const PASSWORD = 'a password of the link';
const FIRST_UID = 610_000;

let desk: RunDesk;
beforeAll(async () => {
  desk = await openRunDesk(FIRST_UID);
});
afterAll(() => desk.server.close());
beforeEach(() => query(sql`delete from attempts`));

async function query<Row>(text: RawBuilder<Row>): Promise<Row[]> {
  return (await text.execute(desk.server.app.database.read(systemScope('test')).db)).rows;
}

const inDays = (days: number) => formatUtcSecond(Date.now() + days * DAY_MS);
const post = (runId: number, changes: object = {}) =>
  desk.world.call('admin', 'POST', '/share', { runId, name: 'Refinery', expiresAt: inDays(7), ...changes });
async function make(runId: number, changes: object = {}): Promise<Made> {
  const answer = await post(runId, changes);
  if (answer.status !== 201) throw new Error(await answer.text());
  return (await answer.json()) as Made;
}
const list = (runId: number) => desk.world.fetch<readonly Listed[]>('admin', `/share?runId=${runId}`);
const ask = (token: string, proof: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  desk.server.call('POST', '/api/share/read', { body: { token, ...proof }, headers });
async function read(token: string, proof: object = {}): Promise<Page> {
  const answer = await ask(token, proof);
  if (answer.status !== 200) throw new Error(await answer.text());
  return sharesRoutes.readShare.reply.parse(await answer.json());
}
const codeOf = async (answer: Response | Promise<Response>) => (await readProblem(await answer)).code;

describe('making a link', () => {
  test('[W-381] the answer has the token once; the list has name, maker, rules and visits without it', async () => {
    const { runId } = await desk.launch();
    const made = await make(runId, { delayMinutes: 30, hidesPlaces: true, password: PASSWORD });
    expect(made).toMatchObject({
      delayMinutes: 30,
      hidesPlaces: true,
      hasPassword: true,
      visits: 0,
      lastVisitAt: null,
    });
    const { token, ...listed } = made;
    expect(await list(runId)).toEqual([listed]);
    const stored = await query(sql`select 1 from run_shares s where s::text like ${`%${token}%`}
      or s::text like ${`%${PASSWORD}%`}`);
    expect(stored).toEqual([]);
  });

  test('[W-381] a link ends in the future, within 90 days, and a run has at most 20', async () => {
    const { runId } = await desk.launch();
    for (const expiresAt of [inDays(-1), inDays(91)])
      expect(await codeOf(post(runId, { expiresAt }))).toBe('share-expiry-refused');
    for (const wrong of [{ name: '' }, { delayMinutes: 1441 }, { delayMinutes: -1 }, { password: 'short' }])
      expect((await post(runId, wrong)).status).toBe(400);
    for (let count = 0; count < 20; count++) await make(runId, { expiresAt: inDays(89) });
    expect(await codeOf(post(runId))).toBe('too-many-shares');
  });

  test('[W-381] the audit names who made and who revoked a link, and no line has its token', async () => {
    const { runId } = await desk.launch();
    const { id, token } = await make(runId);
    expect((await desk.world.call('admin', 'DELETE', `/share/${id}`)).status).toBe(200);
    const lines = await query<{ action: string; text: string }>(
      sql`select action, a::text as text from audit a
        where object_type = 'share' and object_id = ${String(id)} order by id`,
    );
    expect(lines.map(({ action }) => action)).toEqual(['share-made', 'share-revoked']);
    for (const { text } of lines) expect(text).not.toContain(token);
  });
});

describe('reading a link', () => {
  test('[W-382] an unknown, an expired and a revoked link get one answer, and so does a link of a deleted run', async () => {
    const [{ runId }, deleted] = [await desk.launch(), await desk.launch()];
    const [expired, revoked, gone] = [await make(runId), await make(runId), await make(deleted.runId)];
    await query(sql`update run_shares set created_at = now() - interval '2 days', expires_at = now()
      where id = ${expired.id}`);
    await desk.world.call('admin', 'DELETE', `/share/${revoked.id}`);
    await desk.world.call('admin', 'DELETE', `/pigrun/${deleted.runId}`);
    const answers = await Promise.all(
      ['unknown', expired.token, revoked.token, gone.token].map(async (token) => readProblem(await ask(token))),
    );
    const [first] = answers;
    expect(first).toMatchObject({ status: 404, code: 'share-not-found' });
    for (const { status, code, title, detail } of answers)
      expect({ status, code, title, detail }).toMatchObject({
        status: 404,
        code: 'share-not-found',
        title: first?.title,
        detail: first?.detail,
      });
  });

  test('[W-383] a link shows the run without its device, its users and its notes', async () => {
    const { runId, device } = await desk.launch();
    await desk.hear(device, 1900);
    const { token } = await make(runId);
    const page = await read(token);
    expect(page.run).toMatchObject({ pig: expect.stringMatching(/^Straight pig/) as string, receivedAt: null });
    expect(page.run.chart.dots).toHaveLength(1);
    const text = JSON.stringify(page);
    for (const secret of [String(device.uid), 'Dana', 'Somebody', 'Weekly cleaning', '@', 'csv', 'uid', 'userId'])
      expect(text).not.toContain(secret);
  });

  test('[W-383] a link that hides coordinates has none in its answer, and keeps the distances', async () => {
    const { runId, device } = await desk.launch();
    await desk.hear(device, 1900);
    const [open, hidden] = [await make(runId), await make(runId, { hidesPlaces: true })];
    expect((await read(open.token)).run.places?.line.length).toBeGreaterThan(1);
    const page = await read(hidden.token);
    expect(page.run.places).toBeNull();
    // The line starts at 36 north and -96 east.
    expect(JSON.stringify(page)).not.toMatch(/-9[56]\.\d|"lat"|"lon"/);
    expect(page.run.lengthM).toBe(5000);
  });

  test('[W-384] a link with a delay leaves out later passages, and estimates the pig as of then', async () => {
    const { runId, device } = await desk.launch();
    await desk.hear(device, 1900);
    const [now, delayed] = [await make(runId), await make(runId, { delayMinutes: 115 })];
    const [fresh, old] = [await read(now.token), await read(delayed.token)];
    expect(fresh.run.chart.dots).toHaveLength(1);
    expect(old.run.chart.dots).toEqual([]);
    expect(Math.abs(Date.now() - 115 * MINUTE_MS - old.now)).toBeLessThan(MINUTE_MS);
    expect(old.run.pigM).toBeLessThan(1000);
    expect(Math.max(...old.run.chart.tracked.map(([, at]) => at))).toBeLessThanOrEqual(old.now);
  });

  test('[W-384] a link with a delay shows a run before its launch, and one before its end', async () => {
    const { runId } = await desk.launch();
    const { token } = await make(runId, { delayMinutes: 130 });
    expect((await read(token)).run.status).toBe('waiting');
    await endAfter(desk, runId);
    const later = await make(runId, { delayMinutes: 60 });
    expect((await read(later.token)).run).toMatchObject({ receivedAt: null });
  });

  test('[W-387] the link of an ended run says that it was received, and when', async () => {
    const { runId } = await desk.launch();
    const { token } = await make(runId);
    await endAfter(desk, runId, 6000);
    expect((await read(token)).run).toMatchObject({ status: 'received', receivedAt: desk.after(6000), end: null });
  });

  test('[W-387] a visitor counts once an hour, another browser and another link count too', async () => {
    const { runId } = await desk.launch();
    const [one, other] = [await make(runId), await make(runId)];
    for (let turn = 0; turn < 3; turn++) await ask(one.token, {}, { 'user-agent': 'Firefox' });
    await ask(one.token, {}, { 'user-agent': 'Safari' });
    await ask(other.token, {}, { 'user-agent': 'Firefox' });
    const visitsOf = async ({ id }: Made) => (await list(runId)).find((share) => share.id === id)?.visits;
    expect([await visitsOf(one), await visitsOf(other)]).toEqual([2, 1]);
    await query(sql`update run_share_visitors set seen_at = seen_at - interval '61 minutes'`);
    await ask(one.token, {}, { 'user-agent': 'Firefox' });
    expect(await visitsOf(one)).toBe(3);
    const rows = await query(sql`select 1 from run_share_visitors where share_id = ${one.id}`);
    expect(rows).toHaveLength(1);
  });
});

describe('the password of a link', () => {
  test('[W-385] a link with a password shows nothing without it, and a pass replaces it afterwards', async () => {
    const { runId } = await desk.launch();
    const [{ token }, other] = [await make(runId, { password: PASSWORD }), await make(runId, { password: PASSWORD })];
    expect(await codeOf(ask(token))).toBe('share-password-needed');
    expect(await codeOf(ask(token, { password: 'another one' }))).toBe('share-password-wrong');
    const { pass } = await read(token, { password: PASSWORD });
    expect((await read(token, { pass })).run.pig).toMatch(/^Straight pig/);
    // A pass opens its own link only, and only unchanged.
    expect(await codeOf(ask(other.token, { pass }))).toBe('share-password-needed');
    expect(await codeOf(ask(token, { pass: `${String(pass).slice(0, -4)}AAAA` }))).toBe('share-password-needed');
  });

  test('[W-385] wrong passwords of a link are throttled as wrong passwords of a sign-in are', async () => {
    const { runId } = await desk.launch();
    const { token } = await make(runId, { password: PASSWORD });
    const codes: string[] = [];
    for (let attempt = 0; attempt < 12; attempt++)
      codes.push(await codeOf(ask(token, { password: `guess ${attempt}` })));
    expect(codes).toContain('sign-in-throttled');
    // A right password is refused as well while attempts are throttled.
    expect(await codeOf(ask(token, { password: PASSWORD }))).toBe('sign-in-throttled');
  });
});

describe('the frame of a shared page', () => {
  const policyOf = async (address: string) =>
    (await desk.server.call('GET', address, { headers: { accept: 'text/html' } })).headers.get(
      'content-security-policy',
    );

  test('[W-386] no page may be embedded without the setting', async () => {
    for (const address of ['/share', '/share?embed', '/wall', '/wall?embed', '/'])
      expect(await policyOf(address)).toContain("frame-ancestors 'none'");
  });
});
