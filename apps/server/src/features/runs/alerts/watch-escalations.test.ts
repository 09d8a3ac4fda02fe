import type { AlertEvent, AlertRow } from '@waymark/contract/alerts/alert-row';
import type { EscalationStep } from '@waymark/domain/alert/escalation';
import { WEEK_MINUTES } from '@waymark/domain/on-call/roster';
import { editPig } from '@waymark/domain/run/changes/changes';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../hub/testing/manual-clock.ts';
import { createLog } from '../../../platform/log.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../../devices/testing/device-world.ts';
import { ActiveRuns } from '../engine/active-runs.ts';
import { placeAt } from '../engine/testing/straight-runs.ts';
import { makeToldRuns, PHONE, type Person, type ToldRuns } from './testing/told-runs.ts';
import { EscalationWatch } from './watch-escalations.ts';
import { RunWatch } from './watch-runs.ts';

const MINUTE = 60_000;
const ADMIN = 'admin@demo.waymark';
const log = createLog('silent');
let server: TestServer;
let world: DeviceWorld;
let runs: ToldRuns;
let ann: Person;
let bob: Person;
/** When the pig of a test stops. */
let stoppedAt: number;
beforeAll(async () => {
  server = await startTestServer({ runClock: new ManualClock() });
  world = await makeDeviceWorld(server);
  runs = makeToldRuns(server, world);
});
beforeEach(async () => {
  stoppedAt = Math.floor(Date.now() / 1000) * 1000 - 60 * MINUTE;
  await server.app.database.pool.query(`delete from pig_runs; delete from alerts; delete from silences;
    delete from outbox; delete from escalation_policies; delete from on_call_rosters; delete from on_call_overrides`);
  ann = await runs.addPerson();
  bob = await runs.addPerson();
});
afterAll(() => server.close());

const at = (minutes: number) => stoppedAt + minutes * MINUTE;

async function post(address: string, body: object): Promise<void> {
  const response = await world.call('admin', 'POST', address, body);
  if (response.status !== 200) throw new Error(`${address}: ${response.status} ${await response.text()}`);
}
const step = (afterMinutes: number, other: Partial<EscalationStep> = {}) => ({
  afterMinutes,
  onCall: true,
  userIds: [],
  media: ['email'],
  ...other,
});
const saveSteps = (steps: readonly object[] | null, pathId: number | null = null) =>
  post('/on-call/escalation', { pathId, steps });
const saveShifts = (shifts: readonly object[], timeZone = 'UTC') => post('/on-call/roster', { timeZone, shifts });
/** A person is on call at any time. */
const putOnCall = ({ userId }: Person) => saveShifts([{ userId, from: 0, until: 0 }]);

/** A run whose pig stops, without any rule. */
async function launchStopped(): Promise<number> {
  const runId = await runs.launch({ rules: [], launchAt: stoppedAt - 5 * MINUTE, markers: [{}, {}, {}] });
  await runs.change(runId, (run) => editPig(run, { place: placeAt(500), speed: 0 }, stoppedAt));
  await lookAtRun(runId, stoppedAt);
  return runId;
}
async function lookAtRun(runId: number, now: number): Promise<void> {
  const active = new ActiveRuns(server.app.database, log);
  await active.refresh(runId);
  const options = { database: server.app.database, runs: active, log, publicUrl: 'http://waymark.test' };
  await new RunWatch({ ...options, now: () => now }).look();
}
const escalate = (minutes: number, node = server) =>
  new EscalationWatch({
    database: node.app.database,
    log,
    publicUrl: 'http://waymark.test',
    now: () => at(minutes),
  }).look();

async function listSent(): Promise<string[]> {
  const { rows } = await server.app.database.pool.query<{ recipient: string }>(
    `select recipient from outbox where dedupe_key like 'escalation%' order by id`,
  );
  return rows.map(({ recipient }) => recipient);
}
const listOpen = async () =>
  (await world.fetch<{ alerts: AlertRow[] }>('admin', '/alerts')).alerts.filter(({ kind }) => kind === 'pig-stopped');
async function findAlert(): Promise<AlertRow> {
  const [alert] = await listOpen();
  if (!alert) throw new Error('there is no alert');
  return alert;
}
async function listSteps(): Promise<string[]> {
  const { id } = await findAlert();
  const { events } = await world.fetch<{ events: AlertEvent[] }>('admin', `/alerts/${id}`);
  return events.filter(({ step: name }) => name.startsWith('escala')).map(({ step: name, text }) => `${name}: ${text}`);
}
const nameOf = async ({ userId }: Person) =>
  (await server.app.database.pool.query<{ name: string }>('select name from users where id = $1', [userId])).rows[0]
    ?.name ?? '';

describe('escalation', () => {
  test('[W-351] an alert that no user acknowledges goes to one step after the other, each once', async () => {
    await putOnCall(ann);
    await saveSteps([step(5), step(15, { onCall: false, userIds: [bob.userId], media: ['email', 'sms'] })]);
    await launchStopped();
    await escalate(4.9);
    expect(await listSent()).toEqual([]);
    await escalate(5);
    await escalate(5.2);
    expect(await listSent()).toEqual([ann.email]);
    expect((await findAlert()).state).toBe('notified');
    await escalate(15);
    await escalate(60);
    expect(await listSent()).toEqual([ann.email, bob.email, PHONE]);
    expect(await listSteps()).toEqual([`escalated: ${await nameOf(ann)}`, `escalated: ${await nameOf(bob)}`]);
  });

  test('[W-351] the message says what has happened, when, and that no user has acknowledged it', async () => {
    await putOnCall(ann);
    await saveSteps([step(5)]);
    const runId = await launchStopped();
    await escalate(7);
    const [told] = await runs.listTold(runId);
    expect(told?.title).toMatch(/^Not acknowledged: Pig stopped$/);
    for (const words of [
      'Search from 0.31 mi to M1',
      'Raised 7 min ago.',
      'You are on call.',
      `Time: ${formatUtcSecond(stoppedAt)} UTC`,
      `http://waymark.test/?runId=${runId}`,
    ])
      expect(told?.text).toContain(words);
  });

  test('[W-351, W-352] nodes that check at once take a step once, and one that starts later takes the next', async () => {
    await putOnCall(ann);
    await saveSteps([step(5), step(15)]);
    await launchStopped();
    const node = await startTestServer({ beside: server, runClock: new ManualClock() });
    try {
      await Promise.all(Array.from({ length: 12 }, (_, index) => escalate(6, index % 2 === 0 ? server : node)));
      expect(await listSent()).toEqual([ann.email]);
    } finally {
      await node.close();
    }
    const restarted = await startTestServer({ beside: server, runClock: new ManualClock() });
    try {
      await escalate(16, restarted);
      await escalate(16, restarted);
    } finally {
      await restarted.close();
    }
    expect(await listSent()).toEqual([ann.email, ann.email]);
  });

  test('[W-353] an acknowledgement between two steps ends the escalation', async () => {
    await putOnCall(ann);
    await saveSteps([step(5), step(15)]);
    await launchStopped();
    await escalate(5);
    const { id } = await findAlert();
    await post('/alerts/acknowledge', { ids: [id] });
    await escalate(60);
    expect(await listSent()).toEqual([ann.email]);
    expect((await findAlert()).nextEscalation).toBeNull();
  });

  test('[W-353] the end of the cause ends the escalation, and a cause that returns begins it again', async () => {
    await putOnCall(ann);
    await saveSteps([step(5)]);
    const runId = await launchStopped();
    await escalate(5);
    await runs.change(runId, (run) => editPig(run, { place: placeAt(500), speed: 1 }, at(10)));
    await lookAtRun(runId, at(10));
    await escalate(20);
    expect(await listSent()).toHaveLength(1);
    await runs.change(runId, (run) => editPig(run, { place: placeAt(500), speed: 0 }, at(30)));
    await lookAtRun(runId, at(30));
    await escalate(34);
    expect(await listSent()).toHaveLength(1);
    await escalate(35);
    expect(await listSent()).toHaveLength(2);
  });

  test('[W-353] a silenced alert waits, and its minutes count from the end of the silence', async () => {
    await putOnCall(ann);
    await saveSteps([step(5)]);
    await launchStopped();
    await server.app.database.pool.query(
      `insert into silences (group_id, from_at, until_at, reason, added_name, added_at) values ($1, $2, $3, 'r', 'n', now())`,
      [world.groupId, new Date(at(-1)), new Date(at(30))],
    );
    await escalate(10);
    await escalate(34);
    expect(await listSent()).toEqual([]);
    await escalate(35);
    expect(await listSent()).toEqual([ann.email]);
  });

  test('[W-351] alerts of a run that are escalated together share a message, and facts are not escalated', async () => {
    await putOnCall(ann);
    await saveSteps([step(5)]);
    const runId = await launchStopped();
    const kinds = ['agm-offline', 'marker-missed', 'over-speed', 'arriving-15'];
    for (const kind of kinds)
      await server.app.database.pool.query(
        `insert into alerts (group_id, run_id, subject, cause, kind, words_us, words_metric, raised_at, last_raised_at, count, changed_at)
         values ($1, $2, $3, $4, $4, $4, $4, $5, $5, 1, $5)`,
        [world.groupId, runId, `run ${runId}`, kind, new Date(stoppedAt)],
      );
    await escalate(5);
    const told = await runs.listTold(runId);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('And 1 more.');
    const { rows } = await server.app.database.pool.query<{ kind: string }>(
      'select kind from alerts join alert_escalations on alert_id = id order by kind',
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['agm-offline', 'marker-missed', 'over-speed', 'pig-stopped']);
  });

  test('[W-346] a user who has had eight messages in ten minutes gets the step later', async () => {
    await putOnCall(ann);
    await saveSteps([step(5)]);
    for (let each = 0; each < 9; each += 1) await launchStopped();
    await escalate(5);
    expect(await listSent()).toHaveLength(8);
    await escalate(14);
    expect(await listSent()).toHaveLength(8);
    await escalate(15.1);
    expect(await listSent()).toHaveLength(9);
  });
});

describe('who is on call', () => {
  test('[W-354] a gap goes to the administrators, and the history says so', async () => {
    await saveSteps([step(5)]);
    await launchStopped();
    expect((await findAlert()).nextEscalation).toMatchObject({ reason: 'gap', at: formatUtcSecond(at(5)) });
    await escalate(5);
    expect(await listSent()).toEqual([ADMIN]);
    expect((await listSteps())[0]).toMatch(/\(no one is on call\)$/);
  });

  test('[W-354] a person who is deleted or has no phone for a text message is replaced by the administrators', async () => {
    const mute = await runs.addPerson({ isOptedIn: false });
    await saveShifts([{ userId: mute.userId, from: 0, until: 0 }]);
    await saveSteps([step(5, { media: ['sms'] }), step(10)]);
    await launchStopped();
    await escalate(5);
    expect(await listSent()).toEqual([ADMIN]);
    await server.app.database.pool.query('delete from users where id = $1', [mute.userId]);
    await escalate(10);
    expect(await listSent()).toEqual([ADMIN, ADMIN]);
    expect(await listSteps()).toEqual([
      expect.stringMatching(/\(others cannot be reached\)$/),
      expect.stringMatching(/\(others cannot be reached\)$/),
    ]);
  });

  test('[W-350, W-351] the person who is on call when the step is taken gets it, by override or shift', async () => {
    const minuteOfWeek = (time: number) => {
      const monday = Date.UTC(2026, 0, 5);
      return ((Math.floor((time - monday) / MINUTE) % WEEK_MINUTES) + WEEK_MINUTES) % WEEK_MINUTES;
    };
    const handover = minuteOfWeek(at(10));
    await saveShifts([
      { userId: ann.userId, from: handover, until: (handover + 60) % WEEK_MINUTES },
      { userId: bob.userId, from: (handover + 60) % WEEK_MINUTES, until: handover },
    ]);
    await saveSteps([step(5), step(15), step(65)]);
    await server.app.database.pool.query(
      `insert into on_call_overrides (group_id, user_id, from_at, until_at, added_name) values ($1, $2, $3, $4, 'n')`,
      [world.groupId, ann.userId, new Date(at(64)), new Date(at(90))],
    );
    await launchStopped();
    await escalate(5);
    await escalate(15);
    await escalate(65);
    expect(await listSent()).toEqual([bob.email, ann.email, ann.email]);
  });

  test('[W-354] a company without administrators notes it, and the next step comes at once', async () => {
    await saveSteps([step(5), step(60, { onCall: false, userIds: [bob.userId] })]);
    await launchStopped();
    await server.app.database.pool.query(`update users set role = 'viewer' where email = $1`, [ADMIN]);
    try {
      await escalate(5);
      await escalate(5.2);
    } finally {
      await server.app.database.pool.query(`update users set role = 'admin' where email = $1`, [ADMIN]);
    }
    expect(await listSent()).toEqual([bob.email]);
    expect((await listSteps())[0]).toBe('escalation-failed: The company has no administrator');
  });
});

describe('a message that cannot be delivered', () => {
  test('[W-355] makes the next step due at once, and the history names user and medium', async () => {
    await putOnCall(ann);
    await saveSteps([step(5, { media: ['sms'] }), step(30, { onCall: false, userIds: [bob.userId] })]);
    await launchStopped();
    await escalate(5);
    await escalate(6);
    expect(await listSent()).toHaveLength(1);
    await server.app.database.pool.query(`update outbox set status = 'dead', last_error = 'refused'`);
    await escalate(6.2);
    await escalate(6.4);
    expect(await listSent()).toEqual([PHONE, bob.email]);
    expect(await listSteps()).toEqual([
      `escalated: ${await nameOf(ann)}`,
      `escalation-failed: ${await nameOf(ann)}: text message`,
      `escalated: ${await nameOf(bob)}`,
    ]);
  });
});

describe('the steps of a path', () => {
  test('[W-356] replace those of the company, or turn escalation off, until they are removed', async () => {
    await putOnCall(ann);
    await saveSteps([step(5)]);
    const runId = await launchStopped();
    const { pathId } = await findAlert();
    await saveSteps([], pathId);
    await escalate(20);
    expect(await listSent()).toEqual([]);
    expect((await findAlert()).nextEscalation).toBeNull();
    await saveSteps([step(25, { onCall: false, userIds: [bob.userId] })], pathId);
    expect((await findAlert()).nextEscalation).toMatchObject({ at: formatUtcSecond(at(25)), to: [await nameOf(bob)] });
    await escalate(25);
    expect(await listSent()).toEqual([bob.email]);
    expect(await runs.listTold(runId)).toHaveLength(1);
    await saveSteps(null, pathId);
    expect((await findAlert()).nextEscalation).toBeNull();
  });
});

/** The broker is lost when the pig of other tests stops. */
const loseBroker = () =>
  server.app.database.pool.query(
    `insert into alerts (group_id, subject, cause, kind, words_us, words_metric, raised_at, last_raised_at, count, changed_at)
     values ($1, 'company', 'broker-away', 'broker-away', 'The MQTT broker is away.', 'm', $2, $2, 1, $2)`,
    [world.groupId, new Date(stoppedAt)],
  );

test('[W-351] an alert of the links of a company is escalated as well', async () => {
  await putOnCall(ann);
  await saveSteps([step(5, { media: ['email', 'sms'] })]);
  await loseBroker();
  await escalate(5);
  const { rows } = await server.app.database.pool.query<{ subject: string; body_text: string }>(
    'select subject, body_text from outbox order by medium',
  );
  expect(rows).toHaveLength(2);
  for (const { subject, body_text: text } of rows) {
    expect(subject).toBe('Not acknowledged: MQTT broker away');
    expect(text).toContain('The MQTT broker is away. Raised 5 min ago. You are on call.');
  }
});

test.each([
  ['in the hour after clocks skip one', '2026-03-08T08:01:00Z', [1]],
  ['in both passes of an hour that clocks repeat', '2026-11-01T06:50:00Z', [1, 50]],
])('[W-349] a shift that begins in the changed hour counts %s', async (_when, lostAt, minutes) => {
  stoppedAt = Date.parse(lostAt);
  const sunday = 6 * 24 * 60;
  await saveShifts(
    [
      { userId: bob.userId, from: sunday, until: sunday + 90 },
      { userId: ann.userId, from: sunday + 90, until: sunday },
    ],
    'America/Chicago',
  );
  await saveSteps(minutes.map((each) => step(each)));
  await loseBroker();
  for (const each of minutes) await escalate(each);
  expect(await listSent()).toEqual(minutes.map(() => ann.email));
});
