import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../hub/testing/manual-clock.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import { EscalationWorld, step } from './testing/escalation-world.ts';
import { PHONE, type Person } from './testing/told-runs.ts';

let home: EscalationWorld;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  home = await EscalationWorld.open();
});
beforeEach(async () => {
  await home.clear();
  ann = await home.runs.addPerson();
  bob = await home.runs.addPerson();
});
afterAll(() => home.close());

describe('escalation', () => {
  test('[W-351] an alert that no user acknowledges goes to one step after the other, each once', async () => {
    await home.putOnCall(ann);
    await home.saveSteps([step(5), step(15, { onCall: false, userIds: [bob.userId], media: ['email', 'sms'] })]);
    await home.launchStopped();
    await home.escalate(4.9);
    expect(await home.listSent()).toEqual([]);
    await home.escalate(5);
    await home.escalate(5.2);
    expect(await home.listSent()).toEqual([ann.email]);
    expect((await home.findAlert()).state).toBe('notified');
    await home.escalate(15);
    await home.escalate(60);
    expect(await home.listSent()).toEqual([ann.email, bob.email, PHONE]);
    expect(await home.listSteps()).toEqual([
      `escalated: ${await home.nameOf(ann)}`,
      `escalated: ${await home.nameOf(bob)}`,
    ]);
  });

  test('[W-351] the message says what has happened, when, and that no user has acknowledged it', async () => {
    await home.putOnCall(ann);
    await home.saveSteps([step(5)]);
    const runId = await home.launchStopped();
    await home.escalate(7);
    const [told] = await home.runs.listTold(runId);
    expect(told?.title).toMatch(/^Not acknowledged: Pig stopped$/);
    for (const words of [
      'Search from 0.31 mi to M1',
      'Raised 7 min ago.',
      'You are on call.',
      `Time: ${formatUtcSecond(home.stoppedAt)} UTC`,
      `http://waymark.test/?runId=${runId}`,
    ])
      expect(told?.text).toContain(words);
  });

  test('[W-351, W-352] nodes that check at once take a step once, and one that starts later takes the next', async () => {
    await home.putOnCall(ann);
    await home.saveSteps([step(5), step(15)]);
    await home.launchStopped();
    const node = await startTestServer({ beside: home.server, runClock: new ManualClock() });
    try {
      await Promise.all(
        Array.from({ length: 12 }, (_, index) => home.escalate(6, index % 2 === 0 ? home.server : node)),
      );
      expect(await home.listSent()).toEqual([ann.email]);
    } finally {
      await node.close();
    }
    const restarted = await startTestServer({ beside: home.server, runClock: new ManualClock() });
    try {
      await home.escalate(16, restarted);
      await home.escalate(16, restarted);
    } finally {
      await restarted.close();
    }
    expect(await home.listSent()).toEqual([ann.email, ann.email]);
  });

  test('[W-353] an acknowledgement between two steps ends the escalation', async () => {
    await home.putOnCall(ann);
    await home.saveSteps([step(5), step(15)]);
    await home.launchStopped();
    await home.escalate(5);
    const { id } = await home.findAlert();
    await home.post('/alerts/acknowledge', { ids: [id] });
    await home.escalate(60);
    expect(await home.listSent()).toEqual([ann.email]);
    expect((await home.findAlert()).nextEscalation).toBeNull();
  });

  test('[W-353] the end of the cause ends the escalation, and a cause that returns begins it again', async () => {
    await home.putOnCall(ann);
    await home.saveSteps([step(5)]);
    const runId = await home.launchStopped();
    await home.escalate(5);
    await home.setSpeed(runId, 1, 10);
    await home.escalate(20);
    expect(await home.listSent()).toHaveLength(1);
    await home.setSpeed(runId, 0, 30);
    await home.escalate(34);
    expect(await home.listSent()).toHaveLength(1);
    await home.escalate(35);
    expect(await home.listSent()).toHaveLength(2);
  });

  test('[W-353] a silenced alert waits, and its minutes count from the end of the silence', async () => {
    await home.putOnCall(ann);
    await home.saveSteps([step(5)]);
    await home.launchStopped();
    await home.query(
      `insert into silences (group_id, from_at, until_at, reason, added_name, added_at) values ($1, $2, $3, 'r', 'n', now())`,
      [home.world.groupId, new Date(home.at(-1)), new Date(home.at(30))],
    );
    await home.escalate(10);
    await home.escalate(34);
    expect(await home.listSent()).toEqual([]);
    await home.escalate(35);
    expect(await home.listSent()).toEqual([ann.email]);
  });

  test('[W-351] alerts of a run that are escalated together share a message, and facts are not escalated', async () => {
    await home.putOnCall(ann);
    await home.saveSteps([step(5)]);
    const runId = await home.launchStopped();
    const kinds = ['agm-offline', 'marker-missed', 'over-speed', 'arriving-15'];
    for (const kind of kinds)
      await home.query(
        `insert into alerts (group_id, run_id, subject, cause, kind, words_us, words_metric, raised_at, last_raised_at, count, changed_at)
         values ($1, $2, $3, $4, $4, $4, $4, $5, $5, 1, $5)`,
        [home.world.groupId, runId, `run ${runId}`, kind, new Date(home.stoppedAt)],
      );
    await home.escalate(5);
    const told = await home.runs.listTold(runId);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('And 1 more.');
    const rows = await home.query<{ kind: string }>(
      'select kind from alerts join alert_escalations on alert_id = id order by kind',
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['agm-offline', 'marker-missed', 'over-speed', 'pig-stopped']);
  });

  test('[W-346] a user who has had eight messages in ten minutes gets the step later', async () => {
    await home.putOnCall(ann);
    await home.saveSteps([step(5)]);
    for (let each = 0; each < 9; each += 1) await home.launchStopped();
    await home.escalate(5);
    expect(await home.listSent()).toHaveLength(8);
    await home.escalate(14);
    expect(await home.listSent()).toHaveLength(8);
    await home.escalate(15.1);
    expect(await home.listSent()).toHaveLength(9);
  });
});

describe('failures', () => {
  test('[W-355] a message that cannot be delivered makes the next step due at once, and the history names user and medium', async () => {
    await home.putOnCall(ann);
    await home.saveSteps([step(5, { media: ['sms'] }), step(30, { onCall: false, userIds: [bob.userId] })]);
    await home.launchStopped();
    await home.escalate(5);
    await home.escalate(6);
    expect(await home.listSent()).toHaveLength(1);
    await home.query(`update outbox set status = 'dead', last_error = 'refused'`);
    await home.escalate(6.2);
    await home.escalate(6.4);
    expect(await home.listSent()).toEqual([PHONE, bob.email]);
    expect(await home.listSteps()).toEqual([
      `escalated: ${await home.nameOf(ann)}`,
      `escalation-failed: ${await home.nameOf(ann)}: text message`,
      `escalated: ${await home.nameOf(bob)}`,
    ]);
  });
});

describe('paths', () => {
  test('[W-356] the steps of a path replace those of the company, or turn escalation off, until they are removed', async () => {
    await home.putOnCall(ann);
    await home.saveSteps([step(5)]);
    const runId = await home.launchStopped();
    const { pathId } = await home.findAlert();
    await home.saveSteps([], pathId);
    await home.escalate(20);
    expect(await home.listSent()).toEqual([]);
    expect((await home.findAlert()).nextEscalation).toBeNull();
    await home.saveSteps([step(25, { onCall: false, userIds: [bob.userId] })], pathId);
    expect((await home.findAlert()).nextEscalation).toMatchObject({
      at: formatUtcSecond(home.at(25)),
      to: [await home.nameOf(bob)],
    });
    await home.escalate(25);
    expect(await home.listSent()).toEqual([bob.email]);
    expect(await home.runs.listTold(runId)).toHaveLength(1);
    await home.saveSteps(null, pathId);
    expect((await home.findAlert()).nextEscalation).toBeNull();
  });
});

test('[W-351] an alert of the links of a company is escalated as well', async () => {
  await home.putOnCall(ann);
  await home.saveSteps([step(5, { media: ['email', 'sms'] })]);
  await home.loseBroker();
  await home.escalate(5);
  const rows = await home.query<{ subject: string; body_text: string }>(
    'select subject, body_text from outbox order by medium',
  );
  expect(rows).toHaveLength(2);
  for (const { subject, body_text: text } of rows) {
    expect(subject).toBe('Not acknowledged: MQTT broker away');
    expect(text).toContain('The MQTT broker is away. Raised 5 min ago. You are on call.');
  }
});
