import { addManualPassage, editPig, endRun, takePassage } from '@waymark/domain/run/changes/changes';
import { ALERTS, type AlertKind, type NotificationRule } from '@waymark/domain/path/notification-rule';
import { MOST_AN_HOUR, MOST_IN_A_FLOOD } from '@waymark/domain/run/alerts/alerts-telling';
import { FURTHER_WAIT } from '@waymark/domain/words/run-messages';
import { writeZoneAt } from '@waymark/domain/time/zone';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ManualClock } from '../../../hub/testing/manual-clock.ts';
import { systemScope } from '../../../platform/access/scope.ts';
import { createLog } from '../../../platform/log.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../../devices/testing/device-world.ts';
import { ActiveRuns } from '../engine/active-runs.ts';
import { placeAt } from '../engine/testing/straight-runs.ts';
import { heardAt, makeToldRuns, PHONE, type Launching, type ToldRuns } from './testing/told-runs.ts';
import { RunWatch } from './watch-runs.ts';

const MINUTE_S = 60;
const HOUR_S = 3600;
/** The pig takes 1000 s per kilometre. */
const LEG_S = 1000;

const log = createLog('silent');
let server: TestServer;
let world: DeviceWorld;
let runs: ToldRuns;
/** Noon six days ago. */
let launchAt: number;
let uid = 850_001;
beforeAll(async () => {
  // A manual clock stops the server's own engine, which would check the runs by real time between two checks of a test.
  server = await startTestServer({ runClock: new ManualClock() });
  world = await makeDeviceWorld(server);
  runs = makeToldRuns(server, world);
  launchAt = Math.floor(Date.now() / 86_400_000 - 6) * 86_400_000 + 12 * HOUR_S * 1000;
});
afterAll(() => server.close());

const after = (seconds: number) => launchAt + seconds * 1000;
const ACTIVE = [{}, {}, {}, {}, {}];

/** Runs the alert check of a node at an instant. */
async function lookAt(runId: number, seconds: number, node = server): Promise<void> {
  const active = new ActiveRuns(node.app.database, log);
  await active.refresh(runId);
  await new RunWatch({
    database: node.app.database,
    runs: active,
    log,
    publicUrl: 'http://waymark.test',
    now: () => after(seconds),
  }).look();
}

async function follow(
  alerts: readonly AlertKind[],
  other: Partial<NotificationRule> = {},
  launching: Partial<Launching> = {},
): Promise<number> {
  const { userId } = await runs.addPerson();
  return runs.launch({ rules: [{ userId, launch: false, alerts, ...other }], launchAt, markers: ACTIVE, ...launching });
}

const titlesOf = async (runId: number) => (await runs.listTold(runId)).map(({ title }) => title);
const readCauses = (runId: number) =>
  server.app.database
    .read(systemScope('test'))
    .db.selectFrom('pig_run_alerts')
    .selectAll()
    .where('run_id', '=', runId)
    .orderBy('began_at')
    .orderBy('cause')
    .execute();

const pass = (runId: number, markerName: string, seconds: number) =>
  runs.change(runId, (run) => addManualPassage(run, markerName, after(seconds), Date.now()));

/** Passages at M1 and M2 on time, and none afterwards. */
async function goToM2(alerts: readonly AlertKind[], other: Partial<NotificationRule> = {}): Promise<number> {
  const agms: number[] = [];
  for (const _marker of ACTIVE) agms.push((await world.addDevice(++uid)).uid);
  const markers = agms.map((linkedUid) => ({ linkedUid }));
  const runId = await follow(alerts, { allMarkers: false, markers: ['M3', 'M4', 'M5'], ...other }, { agms, markers });
  await pass(runId, 'M1', LEG_S);
  await pass(runId, 'M2', 2 * LEG_S);
  return runId;
}

describe('alerts of a run', () => {
  test('an alert is sent once with run, pig, cause and a link', async () => {
    const runId = await follow(['arriving-15']);
    await lookAt(runId, LEG_S - 20 * MINUTE_S + 1000);
    for (const seconds of [LEG_S - 14 * MINUTE_S, LEG_S - 13 * MINUTE_S, LEG_S - MINUTE_S])
      await lookAt(runId, seconds);
    const [told, ...more] = await runs.listTold(runId);
    expect(more).toEqual([]);
    expect(told).toMatchObject({ medium: 'mail', title: 'Arriving soon' });
    expect(told?.text).toContain('Expected at M1');
    expect(told?.text).toContain(`http://waymark.test/?runId=${runId}&markerName=M1`);
  });

  const far = 3 * LEG_S + 12 * HOUR_S;
  test.each<[AlertKind, string, (runId: number) => Promise<void>]>([
    ['arriving-30', 'Arriving soon', (runId) => lookAt(runId, 2 * LEG_S + 10)],
    ['marker-missed', 'Marker missed', (runId) => lookAt(runId, far)],
    [
      'pig-late',
      'Pig late',
      async (runId) => {
        await lookAt(runId, 3 * LEG_S + 10 * MINUTE_S);
        await lookAt(runId, far);
      },
    ],
    [
      'pig-stopped',
      'Pig stopped',
      async (runId) => {
        await lookAt(runId, 3 * LEG_S + 10 * MINUTE_S);
        await lookAt(runId, far);
      },
    ],
  ])('a run sends the %s alert', async (kind, title, look) => {
    const runId = await goToM2([kind]);
    await look(runId);
    expect(await titlesOf(runId)).toEqual([title]);
    expect(await readCauses(runId)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind, ended_at: null })]),
    );
  });

  test('a run sends alerts when a user stops the pig and sets it moving again', async () => {
    const runId = await goToM2(['pig-stopped', 'pig-resumed']);
    const set = (speed: number) =>
      runs.change(runId, (run) => editPig(run, { place: placeAt(2500), speed }, after(2400 + speed)));
    await set(0);
    await lookAt(runId, 2410);
    await set(1);
    await lookAt(runId, 2420);
    const told = await runs.listTold(runId);
    expect(told.map(({ title }) => title)).toEqual(['Pig stopped', 'Pig on its way again']);
    expect(told[0]?.text).toContain('Search from 1.55 mi to M3 at 1.86 mi: 0.31 mi.');
    expect((await readCauses(runId)).filter(({ ended_at: end }) => end === null).map(({ kind }) => kind)).toContain(
      'pig-resumed',
    );
  });

  test('[W-303] each recipient reads the units of their own choice, by mail and by text message', async () => {
    const [first, second] = [await runs.addPerson(), await runs.addPerson({ phone: '9185550135' })];
    const { db } = server.app.database.read(systemScope('test'));
    await db.updateTable('users').set({ units: 'metric' }).where('id', '=', second.userId).execute();
    const rules = [first, second].map(({ userId }) => ({
      userId,
      launch: false,
      medium: 'both' as const,
      alerts: ['pig-stopped' as const],
    }));
    const runId = await runs.launch({ rules, launchAt, markers: ACTIVE });
    await runs.change(runId, (run) => editPig(run, { place: placeAt(2500), speed: 0 }, after(2400)));
    await lookAt(runId, 2410);
    const texts = new Map((await runs.listTold(runId)).map(({ to, text }) => [to, text]));
    for (const to of [first.email, PHONE]) expect(texts.get(to)).toMatch(/from 1\.55 mi to M3 at 1\.86 mi: 0\.31 mi\./);
    for (const to of [second.email, '9185550135'])
      expect(texts.get(to)).toMatch(/from 2\.50 km to M3 at 3\.00 km: 0\.50 km\./);
  });

  test('[W-509] each recipient reads their own language, or that of their company', async () => {
    const users = [await runs.addPerson(), await runs.addPerson({ phone: '9185550135' })] as const;
    const { db } = server.app.database.read(systemScope('test'));
    await db.updateTable('users').set({ language: 'fr' }).where('id', '=', users[1].userId).execute();
    await db.updateTable('groups').set({ language: 'es' }).where('id', '=', world.groupId).execute();
    const rules = users.map(({ userId }) => ({
      userId,
      launch: true,
      medium: 'both' as const,
      alerts: ['pig-stopped' as const],
    }));
    const runId = await runs.launch({ rules, launchAt, markers: ACTIVE });
    await runs.change(runId, (run) => editPig(run, { place: placeAt(2500), speed: 0 }, after(2400)));
    await lookAt(runId, 2410);
    await db.updateTable('groups').set({ language: 'en' }).where('id', '=', world.groupId).execute();
    const told = await runs.listTold(runId);
    const textsTo = (to: string) => told.flatMap((message) => (message.to === to ? [message.text] : []));
    for (const to of [users[0].email, PHONE]) {
      expect(textsTo(to)[0]).toContain('Lanzado');
      expect(textsTo(to)[1]).toContain('Su velocidad se fijó en 0. Indicado a mano');
    }
    for (const to of [users[1].email, '9185550135']) {
      expect(textsTo(to)[0]).toContain('Lancé');
      expect(textsTo(to)[1]).toContain('Sa vitesse a été mise à 0. Saisi à la main');
    }
  });

  test('[W-312] each recipient reads UTC and the zone of their own choice', async () => {
    const users = [await runs.addPerson(), await runs.addPerson(), await runs.addPerson()] as const;
    const { db } = server.app.database.read(systemScope('test'));
    const choices = [
      { times: 'mine', time_zone: 'Asia/Kathmandu' },
      { times: 'line', time_zone: 'Asia/Kathmandu' },
    ] as const;
    for (const [at, choice] of choices.entries())
      await db
        .updateTable('users')
        .set(choice)
        .where('id', '=', users[at]?.userId ?? 0)
        .execute();
    const rules = users.map(({ userId }) => ({
      userId,
      launch: false,
      medium: 'email' as const,
      alerts: ['pig-stopped' as const],
    }));
    const runId = await runs.launch({ rules, launchAt, markers: ACTIVE });
    await db.updateTable('pig_runs').set({ time_zone: 'America/Chicago' }).where('id', '=', runId).execute();
    await runs.change(runId, (run) => editPig(run, { place: placeAt(2500), speed: 0 }, after(2400)));
    await lookAt(runId, 2410);
    const texts = new Map((await runs.listTold(runId)).map(({ to, text }) => [to, text]));
    const zones = users.map(({ email }) => /12:40:00 UTC( \(.*?\))?/.exec(texts.get(email) ?? '')?.[1]);
    const chicago = writeZoneAt(launchAt, 'America/Chicago');
    expect(zones).toEqual([
      ' (18:25:00 UTC+5:45)',
      expect.stringMatching(new RegExp(`^ \\(0[67]:40:00 ${chicago}\\)$`)),
      undefined,
    ]);
  });

  test('[W-314] a quiet time in the zone of the recipient holds back by the clock of their browser, else of the line', async () => {
    // Noon in UTC is 17:45 in Kathmandu.
    const quiet = { quietFrom: '17:30', quietTo: '18:10', quietIn: 'recipient', medium: 'email' } as const;
    const [known, unknown, inUtc] = [await runs.addPerson(), await runs.addPerson(), await runs.addPerson()];
    const { db } = server.app.database.read(systemScope('test'));
    await db.updateTable('users').set({ time_zone: 'Asia/Kathmandu' }).where('id', '=', known.userId).execute();
    const rules = [known, unknown, inUtc].map(({ userId }) => ({
      ...quiet,
      ...(userId === inUtc.userId && { quietIn: 'utc' as const }),
      userId,
      launch: false,
      alerts: ['pig-stopped' as const],
    }));
    const runId = await runs.launch({ rules, launchAt, markers: ACTIVE });
    await db.updateTable('pig_runs').set({ time_zone: 'America/Chicago' }).where('id', '=', runId).execute();
    await runs.change(runId, (run) => editPig(run, { place: placeAt(1500), speed: 0 }, after(1400)));
    const listAddressees = async () => (await runs.listTold(runId)).map(({ to }) => to).toSorted();
    await lookAt(runId, 1410);
    expect(await listAddressees()).toEqual([inUtc.email, unknown.email].toSorted());
    await lookAt(runId, 1510);
    expect(await listAddressees()).toEqual([inUtc.email, known.email, unknown.email].toSorted());
  });

  test.each<[AlertKind, string, number]>([
    ['over-speed', 'Pig too fast', 600],
    ['under-speed', 'Pig too slow', 1400],
  ])('a run sends the %s alert after a passage', async (kind, title, seconds) => {
    const runId = await follow([kind], { markers: [], allMarkers: false });
    await pass(runId, 'M1', seconds);
    await lookAt(runId, seconds + 5);
    expect(await titlesOf(runId)).toEqual([title]);
  });

  test('a run sends alerts for AGMs ahead that are offline or have a low battery', async () => {
    const [away, low] = [await world.addDevice(++uid), await world.addDevice(++uid)];
    await world.setState(away.uid, { is_connected: false, heartbeat_at: new Date(after(-HOUR_S)) });
    await world.setState(low.uid, { is_connected: true, heartbeat_at: new Date(after(0)), battery_mv: 7100 });
    const markers = [{ linkedUid: away.uid }, { linkedUid: low.uid }, {}];
    const runId = await follow(['agm-offline', 'agm-battery'], {}, { markers, agms: [away.uid, low.uid] });
    await lookAt(runId, 10);
    const told = await runs.listTold(runId);
    expect(told.map(({ title }) => title)).toEqual(['AGM offline', 'AGM battery low']);
    expect(told[1]?.text).toContain(`AGM ${low.uid} at M2: battery 20%.`);
  });
});

describe('limits on alerts', () => {
  test('a device that connects and disconnects causes at most one alert per hour', async () => {
    const device = await world.addDevice(++uid);
    const runId = await follow(['agm-offline'], {}, { markers: [{ linkedUid: device.uid }, {}], agms: [device.uid] });
    for (let at = 0; at < 40; at += 1) {
      await world.setState(device.uid, { is_connected: at % 2 === 1, heartbeat_at: new Date(after(-HOUR_S)) });
      await lookAt(runId, at * 10);
    }
    expect(await titlesOf(runId)).toEqual(['AGM offline']);
    await world.setState(device.uid, { is_connected: false });
    await lookAt(runId, HOUR_S + 10);
    expect(await titlesOf(runId)).toHaveLength(2);
  });

  test('simultaneous causes of one kind make one message', async () => {
    const agms: number[] = [];
    for (let at = 0; at < 15; at += 1) agms.push((await world.addDevice(++uid)).uid);
    const runId = await follow(['agm-offline'], {}, { markers: [{}, {}], agms });
    await runs.change(runId, (run) => ({
      ...run,
      path: {
        ...run.path,
        markers: run.path.markers.map((marker, at) => (at === 1 ? { ...marker, autoLinkedUids: agms } : marker)),
      },
    }));
    for (const seconds of [0, 10, 20]) await lookAt(runId, seconds);
    const told = await runs.listTold(runId);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('And 12 more.');
  });

  test('alerts beyond the hourly limit wait', async () => {
    const agms: number[] = [];
    for (let at = 0; at < 15; at += 1) agms.push((await world.addDevice(++uid)).uid);
    const runId = await follow(['agm-offline'], {}, { markers: [{}, {}], agms });
    await runs.change(runId, (run) => ({
      ...run,
      path: {
        ...run.path,
        markers: run.path.markers.map((marker, at) => (at === 1 ? { ...marker, autoLinkedUids: agms } : marker)),
      },
    }));
    for (const one of agms) await world.setState(one, { is_connected: true });
    for (const [at, one] of agms.entries()) {
      await world.setState(one, { is_connected: false });
      await lookAt(runId, at * 160);
    }
    expect(await titlesOf(runId)).toHaveLength(MOST_AN_HOUR);
    await lookAt(runId, 2 * HOUR_S);
    expect((await runs.listTold(runId)).slice(MOST_AN_HOUR)).toMatchObject([
      { text: expect.stringContaining('And 2 more.') },
    ]);
  });

  test('[W-346] in an upset a user gets few messages, urgent ones first; all alerts are raised, and the rest is sent later', async () => {
    const { userId } = await runs.addPerson();
    const upset: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      const agms: number[] = [];
      for (let at = 0; at < 13; at += 1) agms.push((await world.addDevice(++uid)).uid);
      const rules = [{ userId, launch: false, alerts: ALERTS, receive: true, medium: 'both' as const }];
      const runId = await runs.launch({ rules, launchAt, markers: ACTIVE, agms });
      await runs.change(runId, (launched) => ({
        ...launched,
        path: {
          ...launched.path,
          markers: launched.path.markers.map((marker, at) => (at === 1 ? { ...marker, autoLinkedUids: agms } : marker)),
        },
      }));
      upset.push(runId);
    }
    const stuck = 14 * HOUR_S;
    const lookFor = async (fromS: number, minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1)
        for (const runId of upset) await lookAt(runId, fromS + minute * MINUTE_S);
    };
    const readTold = async () => (await Promise.all(upset.map((runId) => runs.listTold(runId)))).flat();
    await lookFor(stuck, 10);
    const told = await readTold();
    expect(told).toHaveLength(MOST_IN_A_FLOOD);
    expect(new Set(told.map(({ title }) => title))).toEqual(new Set(['No marker hears the pig', 'Pig late']));
    expect(told.filter(({ text }) => text.includes(FURTHER_WAIT))).toHaveLength(2);
    const held = (await Promise.all(upset.map(readCauses))).flat().filter(({ ended_at: end }) => end === null);
    expect(held.filter(({ kind }) => kind === 'agm-offline')).toHaveLength(39);
    const raised = await server.app.database
      .read(systemScope('test'))
      .db.selectFrom('alerts')
      .select('cause')
      .where('run_id', 'in', upset)
      .execute();
    expect(raised).toHaveLength(held.length);
    await lookFor(stuck + 10 * MINUTE_S, 25);
    const titles = (await readTold()).map(({ title }) => title);
    for (const title of ['Pig late', 'No marker hears the pig', 'AGM offline'])
      expect(titles.filter((each) => each === title)).toHaveLength(6);
  });

  test('nodes that check a run concurrently send an alert once', async () => {
    const runId = await follow(ALERTS, { medium: 'both' });
    const node = await startTestServer({ beside: server });
    try {
      const looks = Array.from({ length: 12 }, (_, at) => lookAt(runId, 120, at % 2 === 0 ? server : node));
      await Promise.all(looks);
    } finally {
      await node.close();
    }
    expect((await runs.listTold(runId)).map(({ medium, title }) => [medium, title])).toEqual([
      ['sms', 'Arriving soon'],
      ['mail', 'Arriving soon'],
    ]);
  });
});

describe('quiet hours', () => {
  test('quiet hours delay alerts and nothing else', async () => {
    const runId = await follow(['pig-stopped', 'arriving-15'], { launch: true, quietFrom: '12:00', quietTo: '13:00' });
    await lookAt(runId, 200);
    await runs.change(runId, (run) => editPig(run, { place: placeAt(300), speed: 0 }, after(300)));
    await lookAt(runId, 310);
    await lookAt(runId, 3590);
    expect(await titlesOf(runId)).toEqual(['Launched']);
    await lookAt(runId, 3600);
    expect(await titlesOf(runId)).toEqual(['Launched', 'Pig stopped']);
    await pass(runId, 'M1', 900);
    expect(await titlesOf(runId)).toEqual(['Launched', 'Pig stopped', 'Passed M1, set by hand']);
  });
});

describe('the life of an alert', () => {
  test('alerts end with their run and are deleted with it, including unsent messages', async () => {
    const runId = await follow(['arriving-30']);
    await lookAt(runId, 10);
    expect(await readCauses(runId)).toMatchObject([{ cause: 'arriving-30 M1', marker_name: 'M1', ended_at: null }]);
    await runs.change(runId, (run) => endRun(run, after(4000), Date.now()));
    expect(await readCauses(runId)).toMatchObject([{ cause: 'arriving-30 M1', ended_at: expect.any(Date) }]);
    await lookAt(runId, 20);
    expect(await titlesOf(runId)).toEqual(['Arriving soon', 'Received']);
    expect((await world.call('admin', 'DELETE', `/pigrun/${runId}`)).status).toBe(200);
    expect(await readCauses(runId)).toEqual([]);
    expect(await titlesOf(runId)).toEqual([]);
  });

  test('a recurring cause is alerted again after an hour', async () => {
    const runId = await goToM2(['pig-stopped']);
    const set = (speed: number, seconds: number) =>
      runs.change(runId, (run) => editPig(run, { place: placeAt(2500), speed }, after(seconds)));
    for (const [speed, seconds] of [
      [0, 2400],
      [1, 2500],
      [0, 2600],
    ] as const) {
      await set(speed, seconds);
      await lookAt(runId, seconds + 5);
    }
    expect(await titlesOf(runId)).toEqual(['Pig stopped']);
    await lookAt(runId, 2400 + HOUR_S + 10);
    expect(await titlesOf(runId)).toEqual(['Pig stopped', 'Pig stopped']);
  });

  test('an unverified passage at the next marker suppresses the missed, late and stopped alerts', async () => {
    const runId = await goToM2(['marker-missed', 'pig-late', 'pig-stopped']);
    await runs.change(runId, (run) => takePassage(run, heardAt(++uid, 'M3', after(3 * LEG_S))));
    await lookAt(runId, 3 * LEG_S + 12 * HOUR_S);
    expect(await titlesOf(runId)).toEqual([]);
  });

  test('the server checks alerts periodically', async () => {
    const clock = new ManualClock();
    const node = await startTestServer({ runClock: clock });
    try {
      const there = makeToldRuns(node, await makeDeviceWorld(node));
      const { userId } = await there.addPerson();
      const runId = await there.launch({
        rules: [{ userId, launch: false, alerts: ['arriving-30'] }],
        launchAt: clock.now() - 60_000,
      });
      await vi.waitFor(async () => {
        clock.advance(10);
        expect((await there.listTold(runId)).map(({ title }) => title)).toEqual(['Arriving soon']);
      }, 10_000);
    } finally {
      await node.close();
    }
  });
});
