import type { CalendarFeed } from '@waymark/contract/routes/calendar';
import { addManualPassage, type RunChange } from '@waymark/domain/run/changes/changes';
import type { Run } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemOrigin } from '../../platform/http/call.ts';
import { expectOk, openRunDesk, type Caller, type RunDesk } from '../runs/testing/run-desk.ts';

type Made = CalendarFeed & { readonly address: string };

interface Event {
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  readonly status: string;
  readonly sequence: number;
  readonly startAt: number;
}

let desk: RunDesk;
/** Launched two hours ago; `followed` notifies the viewer. */
let followed: number;
let other: number;
const pool = () => desk.server.app.database.pool;
beforeAll(async () => {
  desk = await openRunDesk(860_001);
});
beforeEach(async () => {
  await pool().query('delete from calendar_feeds; delete from pig_runs');
  followed = (await desk.launch([{}, {}, {}], [desk.world.viewerId])).runId;
  other = (await desk.launch()).runId;
});
afterAll(() => desk.server.close());

async function make(by: Caller, kind: 'user' | 'company' = 'user'): Promise<Made> {
  const response = await desk.world.call(by, 'POST', '/calendar-feeds', { kind, name: 'A phone; "mine", 🐷' });
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as Made;
}
const fetchFeed = ({ address }: Pick<Made, 'address'>) => desk.server.call('GET', new URL(address).pathname);

async function readEvents(feed: Made): Promise<Event[]> {
  const text = await (await fetchFeed(feed)).text();
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description,
      status: String(component.getFirstPropertyValue('status')),
      sequence: event.sequence,
      startAt: event.startDate.toJSDate().getTime(),
    };
  });
}
const uidsOf = async (feed: Made) => new Set((await readEvents(feed)).map(({ uid }) => uid.split('-')[1]));
const change = (runId: number, apply: (run: Run) => RunChange) => expectOk(desk.post(runId, apply));
const finish = async (runId: number) =>
  expectOk(
    desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
      ...(await desk.readText(runId)),
      recieveTime: formatUtcSecond(desk.after(5000)),
    }),
  );

test('[W-519] a feed has the arrivals at the next markers and at the end, in words that call them estimates', async () => {
  const feed = await make('admin');
  const response = await fetchFeed(feed);
  expect([response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    'text/calendar; charset=utf-8',
    'no-store',
  ]);
  const lines = (await response.text()).split('\r\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  const events = (await readEvents(feed)).filter(({ uid }) => uid.startsWith(`run-${followed}-`));
  expect(events.map(({ summary, status }) => [summary.replace(/^.*? at /, 'at '), status])).toEqual([
    ['at M1 (estimate)', 'TENTATIVE'],
    ['at M2 (estimate)', 'TENTATIVE'],
    ['at M3 (estimate)', 'TENTATIVE'],
    ['at the receive site Receive (estimate)', 'TENTATIVE'],
  ]);
  expect(events[0]?.startAt).toBe(desk.after(1000));
  expect(events[0]?.description).toMatch(/^Estimate: .* UTC\.\nEarliest .*, latest .*: four of five arrivals/);
});

test('[W-519] an event keeps its uid, its sequence grows with the run, and a passed marker leaves the feed', async () => {
  const feed = await make('admin');
  const before = (await readEvents(feed)).filter(({ uid }) => uid.startsWith(`run-${followed}-`));
  await change(followed, (run) => addManualPassage(run, 'M1', desk.after(1200), Date.now()));
  const after = (await readEvents(feed)).filter(({ uid }) => uid.startsWith(`run-${followed}-`));
  expect(after.map(({ uid }) => uid)).toEqual(before.slice(1).map(({ uid }) => uid));
  expect(after[0]?.sequence).toBeGreaterThan(before[1]?.sequence ?? Infinity);
  expect(after[0]?.startAt).toBe(desk.after(2400));
});

test('[W-519] the events of a run that has ended are cancelled, with a later sequence', async () => {
  const feeds = [await make('admin'), await make('viewer')];
  const before = await Promise.all(feeds.map(readEvents));
  await finish(followed);
  for (const [at, feed] of feeds.entries()) {
    const was = before[at]?.filter(({ uid }) => uid.startsWith(`run-${followed}-`)) ?? [];
    const events = (await readEvents(feed)).filter(({ uid }) => uid.startsWith(`run-${followed}-`));
    expect(events.map(({ uid, startAt, status }) => [uid, startAt, status])).toEqual(
      was.map(({ uid, startAt }) => [uid, startAt, 'CANCELLED']),
    );
    expect(events[0]?.sequence).toBeGreaterThan(was[0]?.sequence ?? Infinity);
    expect(events[0]?.description).toContain('The run has ended.');
  }
});

test('[W-518] a viewer reads the runs that notify them, an admin those of the company, another company none of them', async () => {
  expect(await uidsOf(await make('viewer'))).toEqual(new Set([String(followed)]));
  expect(await uidsOf(await make('admin'))).toEqual(new Set([String(followed), String(other)]));
  expect(await uidsOf(await make('admin', 'company'))).toEqual(new Set([String(followed), String(other)]));
  expect(await uidsOf(await make('foreignAdmin'))).toEqual(new Set());
  await finish(other);
  expect(await uidsOf(await make('viewer'))).toEqual(new Set([String(followed)]));
});

test('[W-518] a feed has the rights that its owner has now', async () => {
  const feed = await make('admin');
  const role = (name: string) =>
    pool().query(`update users set role = $1 where name = (select made_by_name from calendar_feeds)`, [name]);
  await role('viewer');
  try {
    expect(await uidsOf(feed)).toEqual(new Set());
  } finally {
    await role('admin');
  }
});

test('[W-518] the database has the hash of the secret only, and a wrong, old or odd secret gets 404', async () => {
  const feed = await make('admin');
  const secret = feed.address.split('/').at(-1)?.replace('.ics', '') ?? '';
  const { rows } = await pool().query<{ text: string }>('select f::text as text from calendar_feeds f');
  expect(rows[0]?.text).not.toContain(secret);
  const audit = await pool().query<{ text: string }>('select a::text as text from audit a');
  expect(audit.rows.filter(({ text }) => text.includes(secret))).toEqual([]);
  for (const odd of [`${secret.slice(1)}A`, 'x', '%00', '..%2f..', `${secret}.ics.ics`])
    expect((await desk.server.call('GET', `/api/calendar/${odd}`)).status).toBe(404);
  expect((await desk.server.call('GET', `/api/calendar/${secret}`)).status).toBe(200);
  await expectOk(desk.world.call('admin', 'DELETE', `/calendar-feeds/${feed.id}`));
  expect((await fetchFeed(feed)).status).toBe(404);
});

test('[W-518] users manage their own feeds, and admins those of the company too', async () => {
  const [own, ofCompany] = [await make('viewer'), await make('admin', 'company')];
  const list = async (by: Caller) =>
    (await desk.world.fetch<CalendarFeed[]>(by, '/calendar-feeds')).map(({ id }) => id);
  expect(await list('viewer')).toEqual([own.id]);
  expect(await list('admin')).toEqual([ofCompany.id]);
  const revoke = async (by: Caller, { id }: Made) =>
    (await desk.world.call(by, 'DELETE', `/calendar-feeds/${id}`)).status;
  expect([
    await revoke('admin', own),
    await revoke('viewer', ofCompany),
    await revoke('foreignAdmin', ofCompany),
  ]).toEqual([404, 404, 404]);
  expect((await desk.world.call('viewer', 'POST', '/calendar-feeds', { kind: 'company', name: 'x' })).status).toBe(403);
  for (let more = 0; more < 9; more++) await make('viewer');
  const eleventh = await desk.world.call('viewer', 'POST', '/calendar-feeds', { kind: 'user', name: 'x' });
  expect(eleventh.status).toBe(409);
});

test('[W-518] the feed of a user who leaves the company ends, and that of the company stays', async () => {
  const [own, ofCompany] = [await make('viewer'), await make('admin', 'company')];
  await desk.server.app.database.change(systemOrigin('test'), async (moving) => {
    const { viewerId: userId, groupId } = desk.world;
    await moving.raise('user-leaving', { userId, groupId, email: 'x@example.com' });
  });
  expect([(await fetchFeed(own)).status, (await fetchFeed(ofCompany)).status]).toEqual([404, 200]);
});
