import type { AlertEvent, AlertRow } from '@waymark/contract/alerts/alert-row';
import { RECURS_WITHIN_MS, UNANSWERED_CLOSES_AFTER_MS } from '@waymark/domain/alert/alert-life';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import { editPig, endRun } from '@waymark/domain/run/changes/changes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../hub/testing/manual-clock.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { createLog } from '../../platform/log.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { makeToldRuns, type ToldRuns } from '../runs/alerts/testing/told-runs.ts';
import { RunWatch } from '../runs/alerts/watch-runs.ts';
import { ActiveRuns } from '../runs/engine/active-runs.ts';
import { placeAt } from '../runs/engine/testing/straight-runs.ts';
import { tidyAlerts } from './alerts.part.ts';
import { settleAlerts, watchLinks } from './look-after-alerts.ts';

type Caller = Parameters<DeviceWorld['call']>[0];

const PUBLIC_URL = 'http://waymark.test';
const log = createLog('silent');
let server: TestServer;
let world: DeviceWorld;
let runs: ToldRuns;
let launchAt: number;
let uid = 870_001;
beforeAll(async () => {
  server = await startTestServer({ runClock: new ManualClock() });
  world = await makeDeviceWorld(server);
  runs = makeToldRuns(server, world);
});
beforeEach(async () => {
  launchAt = Math.floor(Date.now() / 1000) * 1000 - 600_000;
  await server.app.database.pool.query(
    'delete from pig_runs; delete from alerts; delete from silences; delete from outbox; delete from alert_visits',
  );
});
afterAll(() => server.close());

const after = (seconds: number) => launchAt + seconds * 1000;

async function lookAt(runId: number, seconds: number, node = server): Promise<void> {
  const active = new ActiveRuns(node.app.database, log);
  await active.refresh(runId);
  const options = { database: node.app.database, runs: active, log, publicUrl: 'http://waymark.test' };
  await new RunWatch({ ...options, now: () => after(seconds) }).look();
}

const setSpeed = (runId: number, speed: number, seconds: number) =>
  runs.change(runId, (run) => editPig(run, { place: placeAt(500), speed }, after(seconds)));

/** A run whose pig a user has stopped, and the rules of it. */
async function launchStopped(rules: readonly (Partial<NotificationRule> & { userId: number })[] = []): Promise<number> {
  const runId = await runs.launch({ rules, launchAt, markers: [{}, {}, {}] });
  await setSpeed(runId, 0, 100);
  await lookAt(runId, 110);
  return runId;
}

const listOpen = async (by: Caller = 'admin') =>
  (await world.fetch<{ alerts: AlertRow[] }>(by, '/alerts')).alerts.filter(({ kind }) => kind !== 'arriving-30');
async function findOpen(): Promise<AlertRow> {
  const [alert] = await listOpen();
  if (!alert) throw new Error('there is no open alert');
  return alert;
}
const readAlert = (id: number) => world.fetch<{ alert: AlertRow; events: AlertEvent[] }>('admin', `/alerts/${id}`);
const stepsOf = async (id: number) => (await readAlert(id)).events.map(({ step }) => step);

interface Answered {
  readonly alerts: AlertRow[];
  readonly earlier: AlertRow[];
  readonly holding: number[];
}
async function post(by: Caller, address: string, body: object): Promise<Answered> {
  const response = await world.call(by, 'POST', address, body);
  if (response.status !== 200) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answered;
}

const listMails = async () =>
  (
    await server.app.database.pool.query<{ body_text: string }>(
      `select body_text from outbox where medium = 'mail' and group_id = $1 order by id`,
      [world.groupId],
    )
  ).rows.map(({ body_text: text }) => text);

const listAudit = async (id: number) =>
  (
    await server.app.database.pool.query<{ action: string; user_name: string }>(
      `select action, user_name from audit where object_type = 'alert' and object_id = $1 order by id`,
      [String(id)],
    )
  ).rows.map(({ action, user_name: name }) => `${action} by ${name}`);

describe('the life of an alert on the server', () => {
  test('[W-320, W-327, W-510] an alert is raised with its cause in all languages, without any rule, and audited', async () => {
    const runId = await launchStopped();
    const alert = await findOpen();
    expect(alert).toMatchObject({ runId, kind: 'pig-stopped', state: 'raised', count: 1, notifiedAt: null });
    expect(alert.words.us).toContain('Search from 0.31 mi to M1');
    expect(alert.words.metric).toContain('Search from 0.50 km to M1');
    expect(alert.translations?.es.us).toContain('Busque desde 0.31 mi hasta M1');
    expect(alert.translations?.fr.metric).toContain('Chercher de 0.50 km à M1');
    expect(await listAudit(alert.id)).toEqual(['alert-raised by run alerts']);
  });

  test('[W-320] a message to a user makes it notified; its end ends it; acknowledged, it closes after an hour', async () => {
    const { userId } = await runs.addPerson();
    const runId = await launchStopped([{ userId, launch: false, alerts: ['pig-stopped'] }]);
    const alert = await findOpen();
    expect(alert.state).toBe('notified');
    await post('admin', '/alerts/acknowledge', { ids: [alert.id], note: 'Crew 2 drives there.' });
    await setSpeed(runId, 1, 200);
    await lookAt(runId, 210);
    expect((await readAlert(alert.id)).alert).toMatchObject({
      state: 'ended',
      acknowledged: { note: 'Crew 2 drives there.' },
    });
    await settleAlerts(server.app.database, after(210) + RECURS_WITHIN_MS - 1);
    expect((await readAlert(alert.id)).alert.state).toBe('ended');
    await settleAlerts(server.app.database, after(210) + RECURS_WITHIN_MS);
    expect((await readAlert(alert.id)).alert.state).toBe('closed');
    expect(await stepsOf(alert.id)).toEqual(['raised', 'notified', 'acknowledged', 'ended', 'closed']);
    expect(await listAudit(alert.id)).toEqual([
      'alert-raised by run alerts',
      'alert-notified by run alerts',
      expect.stringMatching(/^alert-acknowledged by (?!run alerts)/),
      'alert-ended by run alerts',
      'alert-closed by alerts',
    ]);
  });

  test('[W-321] a recurring cause raises the same alert again and counts it', async () => {
    const runId = await launchStopped();
    const { id } = await findOpen();
    await setSpeed(runId, 1, 200);
    await lookAt(runId, 210);
    await setSpeed(runId, 0, 300);
    await lookAt(runId, 310);
    expect(await findOpen()).toMatchObject({ id, count: 2, state: 'raised', endedAt: null });
    expect(await stepsOf(id)).toEqual(['raised', 'ended', 'raised-again']);
  });

  test('[W-327] nodes that check a run at once raise one alert', async () => {
    const runId = await runs.launch({ rules: [], launchAt, markers: [{}, {}, {}] });
    await setSpeed(runId, 0, 100);
    const node = await startTestServer({ beside: server });
    try {
      await Promise.all(Array.from({ length: 12 }, (_, at) => lookAt(runId, 110, at % 2 === 0 ? server : node)));
    } finally {
      await node.close();
    }
    expect(await listOpen()).toMatchObject([{ kind: 'pig-stopped', count: 1 }]);
  });

  test('the end of a run ends its alerts; without acknowledgement they close a day later', async () => {
    const runId = await launchStopped();
    const { id } = await findOpen();
    await runs.change(runId, (run) => endRun(run, after(400), after(400)));
    expect((await readAlert(id)).alert.state).toBe('ended');
    const endedAt = Date.parse(`${(await readAlert(id)).alert.endedAt}Z`);
    await settleAlerts(server.app.database, endedAt + UNANSWERED_CLOSES_AFTER_MS + 1000);
    expect((await readAlert(id)).alert.state).toBe('closed');
  });

  test('[W-507] closed alerts are listed page by page, the last closed first', async () => {
    const runIds = [await launchStopped(), await launchStopped(), await launchStopped()];
    for (const runId of runIds) await runs.change(runId, (run) => endRun(run, after(400), after(400)));
    const ids = (await listOpen()).map(({ id }) => id).toSorted((one, other) => one - other);
    for (const id of ids) await post('admin', '/alerts/close', { ids: [id] });
    interface ClosedPage {
      readonly alerts: AlertRow[];
      readonly next: string | null;
    }
    const listClosed = (query: string) => world.fetch<ClosedPage>('admin', `/alerts/closed?rowsPerPage=2${query}`);
    const first = await listClosed('');
    const second = await listClosed(`&before=${first.next}`);
    const isOurs = ({ id }: AlertRow) => ids.includes(id);
    expect([...first.alerts, ...second.alerts].filter(isOurs).map(({ id }) => id)).toEqual(ids.toReversed());
    expect(first.alerts).toHaveLength(2);
    expect(second.next).toBeNull();
  });

  test('[W-329] closed alerts are deleted after their days, with their history', async () => {
    const runId = await launchStopped();
    const { id } = await findOpen();
    await runs.change(runId, (run) => endRun(run, after(400), after(400)));
    await post('admin', '/alerts/close', { ids: [id] });
    await tidyAlerts(server.app.database, 730, Date.now() + 729 * 86_400_000);
    expect((await readAlert(id)).alert.state).toBe('closed');
    await tidyAlerts(server.app.database, 730, Date.now() + 731 * 86_400_000);
    expect((await world.call('admin', 'GET', `/alerts/${id}`)).status).toBe(404);
    expect((await server.app.database.pool.query('select from alert_words')).rowCount).toBe(0);
  });
});

describe('answers to an alert', () => {
  test('[W-322, W-328] when two users acknowledge at once, the first one counts and the second is told who it was', async () => {
    await launchStopped();
    const { id } = await findOpen();
    const answers = await Promise.all([
      post('admin', '/alerts/acknowledge', { ids: [id], note: 'one' }),
      post('superadmin', '/alerts/acknowledge', { ids: [id], note: 'two' }),
    ]);
    const [first, second] = answers.toSorted((one, other) => other.alerts.length - one.alerts.length);
    expect(first?.alerts).toHaveLength(1);
    expect(second).toMatchObject({ alerts: [], earlier: [{ id, acknowledged: first?.alerts[0]?.acknowledged }] });
    expect(await stepsOf(id)).toEqual(['raised', 'acknowledged']);
  });

  test('[W-328] many alerts are acknowledged with one call, and none of them if one does not exist', async () => {
    for (let at = 0; at < 3; at += 1) await launchStopped();
    const ids = (await listOpen()).map(({ id }) => id);
    const refused = await world.call('admin', 'POST', '/alerts/acknowledge', { ids: [...ids, 999_999_999] });
    expect(refused.status).toBe(404);
    expect((await listOpen()).map(({ state }) => state)).toEqual(['raised', 'raised', 'raised']);
    expect((await post('admin', '/alerts/acknowledge', { ids })).alerts).toHaveLength(3);
    expect((await listOpen()).map(({ state }) => state)).toEqual(['acknowledged', 'acknowledged', 'acknowledged']);
  });

  test('[W-328] an alert whose cause holds is not closed', async () => {
    await launchStopped();
    const { id } = await findOpen();
    expect(await post('admin', '/alerts/close', { ids: [id] })).toMatchObject({ alerts: [], holding: [id] });
    expect((await findOpen()).state).toBe('raised');
  });

  test('[W-328] an alert is assigned to a user of its company only, and commented', async () => {
    await launchStopped();
    const { id } = await findOpen();
    const person = await runs.addPerson();
    await post('admin', `/alerts/${id}/assign`, { userId: person.userId });
    expect((await findOpen()).assigned).toMatchObject({ userId: person.userId });
    const refused = await world.call('admin', 'POST', `/alerts/${id}/assign`, { userId: 999_999 });
    expect(refused.status).toBe(404);
    await post('admin', `/alerts/${id}/comment`, { note: ' Valve 3 is closed. ' });
    expect((await readAlert(id)).events.at(-1)).toMatchObject({ step: 'commented', text: 'Valve 3 is closed.' });
    expect((await world.call('admin', 'POST', `/alerts/${id}/comment`, { note: '  ' })).status).toBe(400);
  });

  test('[W-328] a viewer sees the alerts of the active runs that notify them and no others', async () => {
    const hidden = await launchStopped();
    const shown = await launchStopped([{ userId: world.viewerId, medium: 'none' }]);
    expect((await listOpen('viewer')).map(({ runId }) => runId)).toEqual([shown]);
    expect(new Set((await listOpen()).map(({ runId }) => runId))).toEqual(new Set([hidden, shown]));
    expect((await world.call('viewer', 'GET', `/alerts/run/${hidden}`)).status).toBe(200);
    expect(await (await world.call('viewer', 'GET', `/alerts/run/${hidden}`)).json()).toEqual({ alerts: [] });
  });

  test('[W-331] lists what has changed since the last visit', async () => {
    await launchStopped();
    const first = await world.fetch<{ since: string | null; alerts: AlertRow[] }>('admin', '/alerts/since');
    expect(first.since).toBeNull();
    await post('admin', '/alerts/visit', {});
    await server.app.database.pool.query(`update alerts set changed_at = now() - interval '1 hour'`);
    expect((await world.fetch<{ alerts: AlertRow[] }>('admin', '/alerts/since')).alerts).toEqual([]);
    const { id } = await findOpen();
    await post('admin', `/alerts/${id}/comment`, { note: 'since then' });
    expect((await world.fetch<{ alerts: AlertRow[] }>('admin', '/alerts/since')).alerts).toMatchObject([{ id }]);
  });

  test('[W-331] consoles of the company get each step of an alert', async () => {
    const socket = await connectAgm(server, world.callers.admin.token);
    const states: string[] = [];
    socket.on('ReceiveAlert', ({ kind, state }: AlertRow) => kind === 'pig-stopped' && states.push(state));
    await launchStopped();
    await post('admin', '/alerts/acknowledge', { ids: [(await findOpen()).id] });
    await socket.emitWithAck('Fence');
    socket.disconnect();
    expect(states).toEqual(['raised', 'acknowledged']);
  });
});

describe('silence', () => {
  test('[W-323, W-330] the minutes until a pig counts as unheard are a setting of the company, which is audited', async () => {
    const runId = await runs.launch({ rules: [], launchAt, markers: [{}, {}, {}] });
    await lookAt(runId, 31 * 60);
    expect((await listOpen()).map(({ kind }) => kind)).not.toContain('pig-unheard');
    await post('admin', '/alerts/limits', { unheardMinutes: 30, waitingMinutes: 0 });
    await lookAt(runId, 31 * 60 + 10);
    expect((await listOpen()).map(({ kind }) => kind)).toContain('pig-unheard');
    const { rows } = await server.app.database.pool.query<{ after: object }>(
      `select after from audit where action = 'alert-limits-changed'`,
    );
    expect(rows).toEqual([{ after: { alert_unheard_minutes: 30, alert_waiting_minutes: 0 } }]);
    await post('admin', '/alerts/limits', { unheardMinutes: 180, waitingMinutes: 30 });
    expect(
      (await world.call('admin', 'POST', '/alerts/limits', { unheardMinutes: -1, waitingMinutes: 0 })).status,
    ).toBe(400);
  });

  test('[W-326, W-343] a link whose devices are all gone raises one alert of the company until one is heard, and mails it once to an admin', async () => {
    const agms: number[] = [];
    for (let at = 0; at < 3; at += 1) agms.push((await world.addDevice(++uid)).uid);
    await runs.launch({ rules: [], launchAt, agms, markers: [{}, {}, {}] });
    const now = Date.now();
    const hear = (isConnected: boolean) =>
      Promise.all(
        agms.map((each) =>
          world.setState(each, {
            is_connected: isConnected,
            heartbeat_at: new Date(now - 660_000),
            expected_wakeup_at: null,
          }),
        ),
      );
    await hear(false);
    await watchLinks(server.app.database, PUBLIC_URL, now);
    await watchLinks(server.app.database, PUBLIC_URL, now + 60_000);
    expect(await listOpen()).toMatchObject([
      { kind: 'link-silent', runId: null, state: 'notified', count: 1, groupId: world.groupId },
    ]);
    expect(await listMails()).toEqual([expect.stringContaining('None of the 3 cellular AGMs')]);
    expect(await listMails()).toEqual([expect.stringMatching(/^Acknowledge: /m)]);
    await hear(true);
    await watchLinks(server.app.database, PUBLIC_URL, now + 120_000);
    expect((await findOpen()).state).toBe('ended');
    await hear(false);
    await watchLinks(server.app.database, PUBLIC_URL, now + 180_000);
    expect(await findOpen()).toMatchObject({ state: 'notified', count: 2 });
    expect(await listMails()).toHaveLength(1);
  });

  test('[W-326, W-343, W-344] a broker that is away for two minutes raises an alert, which is mailed at the end of a silence', async () => {
    await runs.launch({ rules: [], launchAt, markers: [{}, {}, {}] });
    const { db } = server.app.database.read(systemScope('test'));
    const now = Date.now();
    const lose = (seconds: number) =>
      db
        .updateTable('nodes')
        .set({ broker: 'away', broker_since: new Date(now - seconds * 1000), seen_at: new Date(now) })
        .execute();
    await lose(119);
    await watchLinks(server.app.database, PUBLIC_URL, now);
    expect(await listOpen()).toEqual([]);
    await lose(120);
    await server.app.database.pool.query(
      `insert into silences (group_id, kind, from_at, until_at, reason, added_name, added_at)
       values ($1, 'broker-away', now() - interval '1 hour', $2, 'Repair.', 'Dana', now())`,
      [world.groupId, new Date(now + 10_000)],
    );
    await watchLinks(server.app.database, PUBLIC_URL, now);
    expect(await listOpen()).toMatchObject([{ kind: 'broker-away', groupId: world.groupId, state: 'raised' }]);
    expect(await listMails()).toEqual([]);
    await watchLinks(server.app.database, PUBLIC_URL, now + 10_000);
    expect(await findOpen()).toMatchObject({ state: 'notified', count: 1 });
    expect(await listMails()).toHaveLength(1);
    await server.app.database.pool.query('update pig_runs set completed_at = now()');
    await watchLinks(server.app.database, PUBLIC_URL, Date.now());
    expect((await findOpen()).state).toBe('ended');
  });
});
