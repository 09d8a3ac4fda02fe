import {
  addManualPassage,
  changePassageTime,
  endRun,
  takePassage,
  unverifyPassage,
  verifyPassage,
} from '@waymark/domain/run/changes/changes';
import type { NotificationRule } from '@waymark/domain/path/notification-rule';
import { manualPassage, passageKey } from '@waymark/domain/run/run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemScope } from '../../../platform/access/scope.ts';
import { readHeader, startTestSmtpServer } from '../../../platform/mail/test-smtp-server.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../../devices/testing/device-world.ts';
import { placeAt } from '../engine/testing/straight-runs.ts';
import { heardAt, makeRule, makeToldRuns, PHONE, type Person, type ToldRuns } from './testing/told-runs.ts';

let server: TestServer;
let world: DeviceWorld;
let runs: ToldRuns;
/** Six hours ago in whole seconds. */
let launchAt: number;
let uid = 840_001;
beforeAll(async () => {
  server = await startTestServer();
  world = await makeDeviceWorld(server);
  runs = makeToldRuns(server, world);
  launchAt = Math.floor(Date.now() / 1000) * 1000 - 6 * 3_600_000;
});
afterAll(() => server.close());

const after = (seconds: number) => launchAt + seconds * 1000;
const titlesOf = async (runId: number) => (await runs.listTold(runId)).map(({ title }) => title);

/** A whole run: heard and verified at M1, set manually at M2, received. */
async function tellStory(person: Person, rule: Partial<NotificationRule>): Promise<number> {
  const runId = await runs.launch({ rules: [{ ...rule, userId: person.userId }], launchAt });
  const heard = heardAt(++uid, 'M1', after(1000));
  await runs.change(runId, (run) => takePassage(run, heard));
  await runs.change(runId, (run) => verifyPassage(run, passageKey(heard), Date.now()));
  await runs.change(runId, (run) => addManualPassage(run, 'M2', after(2000), Date.now()));
  await runs.change(runId, (run) => endRun(run, after(4000), Date.now()));
  return runId;
}

describe('notification rules', () => {
  const [LAUNCHED, HEARD, PASSED, BY_HAND, RECEIVED] = [
    'Launched',
    'Heard at M1, not verified',
    'Passed M1',
    'Passed M2, set by hand',
    'Received',
  ];
  test.each<[string, Partial<NotificationRule>, string[]]>([
    ['everything, with verified passages', {}, [LAUNCHED, PASSED, BY_HAND, RECEIVED]],
    ['every passage as it arrives', { passageType: 'passage' }, [LAUNCHED, HEARD, BY_HAND, RECEIVED]],
    ['everything but the launch', { launch: false }, [PASSED, BY_HAND, RECEIVED]],
    ['everything but the receive', { receive: false }, [LAUNCHED, PASSED, BY_HAND]],
    ['everything but manual passages', { manualPassage: false }, [LAUNCHED, PASSED, RECEIVED]],
    ['a single marker', { allMarkers: false, markers: ['M2'] }, [LAUNCHED, BY_HAND, RECEIVED]],
    ['no markers', { allMarkers: false, markers: [] }, [LAUNCHED, RECEIVED]],
    ['nothing with medium none', { medium: 'none' }, []],
  ])('[R-058] [R-060] a rule sends messages about %s', async (_, rule, titles) => {
    expect(await titlesOf(await tellStory(await runs.addPerson(), rule))).toEqual(titles);
  });

  test.each<[NotificationRule['medium'], { isOptedIn?: boolean; phone?: string }, string[]]>([
    ['email', {}, ['mail']],
    ['sms', {}, ['sms']],
    ['both', {}, ['sms', 'mail']],
    ['both', { isOptedIn: false }, ['mail']],
    ['both', { phone: '' }, ['mail']],
    ['sms', { isOptedIn: false }, []],
  ])('[R-059] a rule with medium %s for a user with %o sends to %j', async (medium, who, media) => {
    const person = await runs.addPerson(who);
    const told = await runs.listTold(await runs.launch({ rules: [{ userId: person.userId, medium }], launchAt }));
    expect(told.map((one) => one.medium)).toEqual(media);
    expect(told.map(({ to }) => to)).toEqual(media.map((one) => (one === 'sms' ? PHONE : person.email)));
  });

  test('a rule sends nothing to a user who has moved to another company', async () => {
    const { userId } = await runs.addPerson();
    const runId = await runs.launch({ rules: [{ userId, launch: false }], launchAt });
    expect(
      (await world.call('superadmin', 'POST', '/admin/user', { id: userId, group: world.foreignGroupId })).status,
    ).toBe(200);
    await runs.change(runId, (run) => addManualPassage(run, 'M1', after(1000), Date.now()));
    expect(await titlesOf(runId)).toEqual([]);
  });
});

describe('messages about a passage', () => {
  test('a passage that is verified automatically is sent as verified', async () => {
    const device = await world.addDevice(++uid);
    const { userId } = await runs.addPerson();
    const runId = await runs.launch({
      rules: [{ userId, launch: false }],
      launchAt,
      agms: [device.uid],
      markers: [{ autoLink: true, autoVerify: true }],
    });
    await world.hearPassage(device, { t: after(1000), ...placeAt(1000), mask: 1 });
    await vi.waitFor(async () => expect(await titlesOf(runId)).toEqual(['Passed M1']), 10_000);
  });

  test('a passage is sent once, whatever is edited, verified again or added later', async () => {
    const { userId } = await runs.addPerson();
    const runId = await runs.launch({ rules: [{ userId, launch: false, medium: 'both' }], launchAt });
    const heard = heardAt(++uid, 'M1', after(1000));
    const key = passageKey(heard);
    const byHand = manualPassage('M2', after(2000));
    await runs.change(runId, (run) => takePassage(run, heard));
    await runs.change(runId, (run) => verifyPassage(run, key, Date.now()));
    await runs.change(runId, (run) => addManualPassage(run, 'M2', byHand.passageAt, Date.now()));
    const told = await titlesOf(runId);
    expect(told).toHaveLength(4);
    await runs.change(runId, (run) => changePassageTime(run, key, after(1010), Date.now()));
    await runs.change(runId, (run) => takePassage(run, { ...heard, magId: 2 }));
    await runs.change(runId, (run) => unverifyPassage(run, key));
    await runs.change(runId, (run) => verifyPassage(run, key, Date.now()));
    await runs.change(runId, (run) => changePassageTime(run, passageKey(byHand), after(2010), Date.now()));
    expect(await titlesOf(runId)).toEqual(told);
  });

  test('a passage of a completed run is not sent', async () => {
    const { userId } = await runs.addPerson();
    const runId = await runs.launch({ rules: [{ userId, launch: false, receive: false }], launchAt });
    await runs.change(runId, (run) => endRun(run, after(4000), Date.now()));
    await runs.change(runId, (run) => addManualPassage(run, 'M1', after(1000), Date.now()));
    expect(await titlesOf(runId)).toEqual([]);
  });

  test('[W-259] users who were notified of a false receive are notified of the reopening and of the true receive', async () => {
    const [all, none] = [await runs.addPerson(), await runs.addPerson()];
    const rules = [{ userId: all.userId }, { userId: none.userId, receive: false }];
    const runId = await runs.launch({ rules, launchAt });
    const end = (seconds: number) => runs.change(runId, (run) => endRun(run, after(seconds), Date.now()));
    await end(1000);
    const heard = heardAt(++uid, 'M1', after(1500));
    await runs.change(runId, (run) => ({ ...run, endedAt: Date.now() }));
    expect((await world.call('admin', 'POST', '/pigrun/reopen', { runId })).status).toBe(200);
    await runs.change(runId, (run) => takePassage(run, { ...heard, isVerified: true }));
    await end(4000);
    const told = await runs.listTold(runId);
    const titles = (person: Person) => told.filter(({ to }) => to === person.email).map(({ title }) => title);
    expect(titles(all)).toEqual(['Launched', 'Received', 'Reopened', 'Passed M1', 'Received']);
    expect(titles(none)).toEqual(['Launched', 'Passed M1']);
    const times = told.filter(({ title }) => title === 'Received').map(({ text }) => /Time: (.*) UTC/.exec(text)?.[1]);
    expect(times).toEqual([formatUtcSecond(after(1000)), formatUtcSecond(after(4000))]);
    expect(told.find(({ title }) => title === 'Reopened')?.text).toContain('it has not been received');
  });
});

describe('a manual alert', () => {
  const alert = async (runId: number, key: 'pigRunId' | 'runId' = 'pigRunId') =>
    (await world.call('admin', 'POST', '/pigrun/triggermanualalert', { markerName: 'M1', [key]: runId })).json();

  test('[T-090] [T-183] [T-196] a manual alert notifies the users not notified yet and returns the number of messages', async () => {
    const [one, other] = [await runs.addPerson(), await runs.addPerson()];
    const runId = await runs.launch({ rules: [{ userId: one.userId }], launchAt });
    expect(await alert(runId)).toEqual({ queued: 0 });
    await runs.change(runId, (run) => addManualPassage(run, 'M1', after(1000), Date.now()));
    expect(await alert(runId)).toEqual({ queued: 0 });
    const notifications = [{ userId: one.userId }, { userId: other.userId, medium: 'both' as const }].map(makeRule);
    await runs.change(runId, (run) => ({ ...run, path: { ...run.path, notifications } }));
    expect(await alert(runId, 'runId')).toEqual({ queued: 2 });
    expect(await alert(runId)).toEqual({ queued: 0 });
    const told = await runs.listTold(runId);
    expect(told.map(({ title, to }) => [title, to])).toEqual([
      ['Launched', one.email],
      ['Passed M1, set by hand', one.email],
      ['Passed M1, set by hand', PHONE],
      ['Passed M1, set by hand', other.email],
    ]);
  });

  test('a manual alert reaches only users who want manual passages', async () => {
    const { userId } = await runs.addPerson();
    const runId = await runs.launch({ rules: [{ userId, manualPassage: false }], launchAt });
    await runs.change(runId, (run) => addManualPassage(run, 'M1', after(1000), Date.now()));
    expect(await alert(runId)).toEqual({ queued: 0 });
  });
});

describe('messages of a run', () => {
  test('deleting a run deletes its unsent messages and keeps sent ones', async () => {
    const { userId } = await runs.addPerson();
    const [runId, other] = [
      await tellStory({ userId, email: '' }, {}),
      await runs.launch({ rules: [{ userId }], launchAt }),
    ];
    const { db } = server.app.database.read(systemScope('test'));
    const [first] = await db.selectFrom('outbox').select('id').where('run_id', '=', runId).orderBy('id').execute();
    await db
      .updateTable('outbox')
      .set({ status: 'sent', sent_at: new Date() })
      .where('id', '=', first?.id ?? 0)
      .execute();
    expect((await world.call('admin', 'DELETE', `/pigrun/${runId}`)).status).toBe(200);
    expect(await runs.listTold(runId)).toMatchObject([{ title: 'Launched', status: 'sent' }]);
    expect(await titlesOf(other)).toEqual(['Launched']);
  });

  test('a mail contains run, pig, marker, UTC time, next marker and a link', async () => {
    const smtp = await startTestSmtpServer();
    const node = await startTestServer({ settings: { WAYMARK_SMTP_URL: smtp.url } });
    try {
      const there = makeToldRuns(node, await makeDeviceWorld(node));
      const person = await there.addPerson();
      const runId = await there.launch({ rules: [{ userId: person.userId, launch: false }], launchAt });
      await there.change(runId, (run) => addManualPassage(run, 'M1', after(1000), Date.now()));
      await smtp.untilReceived(1);
      const [mail] = smtp.received;
      expect(mail?.to).toEqual([person.email]);
      expect(mail && readHeader(mail, 'Subject')).toMatch(/^Pig \d+: Passed M1, set by hand \(Told \d+\)$/);
      const body = mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
      for (const line of [
        'Marker: M1',
        `Time: ${formatUtcSecond(after(1000))} UTC`,
        `Next: Receive ${formatUtcSecond(after(4000))} UTC`,
        `http://waymark.test/?runId=${runId}&markerName=M1`,
      ]) {
        expect(body).toContain(line);
      }
    } finally {
      await node.close();
      await smtp.close();
    }
  });
});
