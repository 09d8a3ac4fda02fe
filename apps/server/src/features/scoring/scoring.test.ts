import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { exampleSentRun } from '@waymark/contract/runs/pig-run';
import { encodeMobileOriginated } from '@waymark/device-protocol/directip/mobile-originated';
import { reduceToBlock } from '@waymark/device-protocol/iridium/snippet-signal';
import { encodeIridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import type { Uplink } from '@waymark/device-protocol/mqtt/uplink';
import { encodeWaveform } from '@waymark/device-protocol/mqtt/waveform';
import { combine } from '@waymark/domain/scoring/verdict';
import { recordPassage } from '@waymark/signals/device-record';
import { drawPassageScene } from '@waymark/signals/passage-scene';
import { Random } from '@waymark/signals/random';
import { CHANNELS, type Channel } from '@waymark/signals/sampling';
import { drawTool } from '@waymark/signals/tool';
import type { MqttClient } from 'mqtt';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyEvents, type ReceivedEvent } from '../../hub/testing/verify-events.ts';
import { connectDevice, say } from '../../ingest/testing/mqtt-device.ts';
import { insertTestDevices } from '../../ingest/testing/test-devices.ts';
import { monthOf, Partitions } from '../../platform/database/partitions.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { PASSAGE } from '../../testing/device-samples.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { findFreePort } from '../../testing/server-process.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld } from '../devices/testing/device-world.ts';
import { listPassagesEndingAt } from '../history/passages.queries.ts';
import { placeInRun } from '../runs/testing/follow.ts';
import { judgeRecord } from './judge-record.ts';
import { planScoring } from './scoring.api.ts';
import { planBacklog } from './scoring.part.ts';
import { storeScores } from './scoring.store.ts';

const IMEI = '300234063904190';
/** The record of a pig with transmitter and magnets. */
const PIG = recordPassage(
  drawPassageScene({ tool: drawTool('mfl-combo', new Random('tool')) }, new Random('scene')),
  new Random('heard'),
);
const { snrDb, widthS, weldSpeedMps, audioBands } = PIG.features;
const FEATURES: Passage['features'] = {
  snrDb: [...snrDb],
  widthS: [...widthS],
  weldSpeedMps,
  audioBands: [...audioBands],
};

let server: TestServer;
let world: DeviceWorld;
let device: MqttClient;
let console_: Socket;
let ports: { readonly mqtt: number; readonly iridium: number };
let uid = 440_000;
let psgSeq = 0;
let t: number;
beforeAll(async () => {
  ports = { mqtt: await findFreePort(), iridium: await findFreePort() };
  server = await startTestServer({
    settings: { WAYMARK_MQTT_PORT: String(ports.mqtt), WAYMARK_IRIDIUM_PORT: String(ports.iridium) },
  });
  world = await makeDeviceWorld(server);
  console_ = await connectAgm(server, world.callers.admin.token);
});
afterAll(async () => {
  console_.disconnect();
  await server.close();
});
beforeEach(async () => {
  uid += 1;
  t = Date.now() - 60_000;
  await insertTestDevices(server.connection, [uid], world.groupId);
  device = await connectDevice(ports.mqtt, uid);
  return () => device.endAsync(true);
});

async function pass(changes: Partial<Passage> = {}): Promise<number> {
  psgSeq += 1;
  const body: Passage = {
    ...PASSAGE,
    t: t + psgSeq,
    endOfSnip: t + psgSeq + 15_000,
    psgSeq,
    features: FEATURES,
    ...changes,
  };
  await say(device, uid, { name: 'psg', body });
  return body.endOfSnip;
}

function waveformOf(channel: Channel, samples = PIG.waveforms[channel]): Uplink {
  return {
    name: 'waveform',
    psgSeq,
    body: { channel, sensitivity: 3, rateMilliHz: 16_667, samples: samples ?? new Int16Array(500) },
  };
}

async function listRows(): Promise<readonly PassageRow[]> {
  const path = `/apexagm/${uid}/getPassageHistoricData?rowsPerPage=0&descending=false`;
  return (await world.fetch<{ passageEventList: PassageRow[] }>('admin', path)).passageEventList;
}

const LISTS = {
  elf: 'elfMachineLearningResultList',
  geo: 'geoMachineLearningResultList',
  mag: 'magMachineLearningResultList',
} as const;
const listScored = async () =>
  (await listRows()).map((row) => CHANNELS.filter((channel) => row[LISTS[channel]].length === 3));

function followUpdate(
  rows: readonly PassageRow[],
  { data }: ReceivedEvent<'ReceivePassageUpdate'>,
): readonly PassageRow[] {
  return rows.map((row) => (data.passage !== null && data.passageIds.includes(row.passageId) ? data.passage : row));
}

const verifyUpdate = (action: () => Promise<unknown>) =>
  verifyEvents({ client: console_, fetch: listRows, apply: followUpdate, action, expected: ['ReceivePassageUpdate'] });

/** Resolves when no scoring is pending or running. */
async function untilScored(): Promise<void> {
  const jobs = "select from graphile_worker.jobs where task_identifier = 'scoring.records'";
  await expect.poll(async () => (await server.app.database.pool.query(jobs)).rowCount, { timeout: 10_000 }).toBe(0);
}

/** The updates that consoles receive meanwhile. */
async function hearUpdates(action: () => Promise<unknown>): Promise<unknown[]> {
  const heard: unknown[] = [];
  const listener = (update: unknown) => heard.push(update);
  console_.on('ReceivePassageUpdate', listener);
  await action();
  await untilScored();
  await console_.emitWithAck('Fence');
  console_.off('ReceivePassageUpdate', listener);
  return heard;
}

const score = (endOfSnipAt: number) =>
  server.app.database.change(systemOrigin('test'), (change) =>
    planScoring(
      change,
      [0, 1, 2].map((kind) => ({ uid, endOfSnipAt, kind })),
    ),
  );

test('[H-026] [H-027] a passage is scored when its samples arrive; consoles receive the same row as after a reload', async () => {
  await pass();
  expect(await listScored()).toEqual([[]]);
  for (const channel of CHANNELS) await verifyUpdate(() => say(device, uid, waveformOf(channel)));
  expect(await listScored()).toEqual([['elf', 'geo', 'mag']]);
  const [row] = await listRows();
  const colours = CHANNELS.map((channel) => combine(row?.[LISTS[channel]] ?? [])?.colour);
  expect(colours).toContain('green');
  expect(await world.fetch('admin', `/apexagm/lastPassage/${uid}`)).toEqual(row);
});

test('noise gets a different score', async () => {
  await pass({ mask: 1, features: null });
  const random = new Random('noise');
  await say(
    device,
    uid,
    waveformOf(
      'elf',
      Int16Array.from({ length: 500 }, () => Math.round(300 * random.normal())),
    ),
  );
  await untilScored();
  const [row] = await listRows();
  expect(combine(row?.elfMachineLearningResultList ?? [])?.colour).toBe('red');
});

test('samples that arrive before their passage are scored with it', async () => {
  psgSeq += 1;
  for (const channel of CHANNELS) await say(device, uid, waveformOf(channel));
  psgSeq -= 1;
  const heard = await hearUpdates(() => pass());
  const [row] = await listRows();
  expect(heard).toEqual([{ uid, passageIds: [row?.elfId, row?.geoId, row?.magId], passage: row }]);
  expect(await listScored()).toEqual([['elf', 'geo', 'mag']]);
});

test('a record that arrives after its samples is scored too', async () => {
  const end = await pass({ mask: 1 });
  await say(device, uid, waveformOf('geo'));
  await untilScored();
  expect(await listScored()).toEqual([[]]);
  psgSeq -= 1;
  await pass({ mask: 2, endOfSnip: end });
  await untilScored();
  expect(await listScored()).toEqual([['geo']]);
});

test('missing or constant samples cause no results, no event and no failure', async () => {
  const heard = await hearUpdates(async () => {
    await pass();
    await pass();
    await say(device, uid, waveformOf('elf', new Int16Array(500)));
    await say(device, uid, waveformOf('mag', new Int16Array(500).fill(0x7fff)));
  });
  expect(heard).toEqual([]);
  expect(await listScored()).toEqual([[], []]);
});

test('scoring twice changes nothing and notifies no console; other results are replaced', async () => {
  const end = await pass();
  for (const channel of CHANNELS) await say(device, uid, waveformOf(channel));
  await untilScored();
  const rows = await listRows();
  expect(await hearUpdates(() => score(end))).toEqual([]);
  expect(await listRows()).toEqual(rows);
  await server.app.database.pool.query(`update passages set scores = '[]' where uid = $1 and kind = 1`, [uid]);
  expect(await listScored()).toEqual([['elf', 'mag']]);
  await verifyUpdate(() => score(end));
  expect(await listRows()).toEqual(rows);
});

test('the later update shows the scores of both records that are scored concurrently', async () => {
  const endOfSnipAt = await pass();
  const scores = [{ algorithm: 'trees', weight: 1, prediction: 1 as const, confidence: 0.9 }];
  const origin = systemOrigin('test');
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  let later: Promise<PassageRow[]> | undefined;
  await server.app.database.change(origin, async (change) => {
    await storeScores(change, [{ uid, endOfSnipAt, kind: 0, scores }]);
    later = server.app.database.change(origin, async (other) => {
      await storeScores(other, [{ uid, endOfSnipAt, kind: 1, scores }]);
      return listPassagesEndingAt({ scope: other.scope, db: other.db }, { uid, groupId: world.groupId }, [endOfSnipAt]);
    });
    await expect
      .poll(async () => (await server.app.database.pool.query(waiting)).rowCount, { timeout: 10_000 })
      .toBe(1);
  });
  const [row] = (await later) ?? [];
  expect([row?.elfMachineLearningResultList.length, row?.geoMachineLearningResultList.length]).toEqual([1, 1]);
});

describe('a passage of a run', () => {
  const FOAM = 'Foam or sphere';
  const MFL = 'MFL combo';
  const jobs = "select from graphile_worker.jobs where task_identifier like 'scoring.%'";
  const untilIdle = async () => {
    await expect.poll(async () => (await server.app.database.pool.query(jobs)).rowCount, { timeout: 10_000 }).toBe(0);
  };
  const place = (endOfSnipAt: number) => {
    const { db } = server.app.database.read(systemScope('test'));
    return placeInRun(db, { groupId: world.groupId, uid, endOfSnipAt: new Date(endOfSnipAt) });
  };

  async function findTool(type: string): Promise<number> {
    const ofType =
      'select t.id from tools t join tool_types y on y.id = t.tool_type_id where y.name = $1 order by t.id limit 1';
    const { rows } = await server.app.database.pool.query<{ id: number }>(ofType, [type]);
    return rows[0]?.id ?? 0;
  }
  const addTool = async (runId: number, type: string) =>
    world.call('admin', 'POST', '/pigrun/AddPigRunTool', { runId, toolId: await findTool(type) });
  const passWithSamples = async () => {
    const end = await pass();
    for (const channel of CHANNELS) await say(device, uid, waveformOf(channel));
    await untilIdle();
    return end;
  };

  test("a passage of a run is scored by each algorithm of the run's tool, again when that changes, and by all without a tool", async () => {
    const end = await passWithSamples();
    const runId = await place(end);
    await addTool(runId, FOAM);
    await expect.poll(listScored).toEqual([['geo']]);
    await world.call('admin', 'POST', '/pigrun/DeleteAllPigRunTools', { runId });
    await expect.poll(listScored).toEqual([['elf', 'geo', 'mag']]);
    await addTool(runId, MFL);
    await addTool(runId, FOAM);
    await untilIdle();
    expect(await listScored()).toEqual([['elf', 'geo', 'mag']]);
  });

  test('[P-051] a passage of a run has the results for that run, with its expected speed', async () => {
    const end = await passWithSamples();
    const alone = await listRows();
    const runId = await place(end);
    await addTool(runId, MFL);
    await untilIdle();
    const [row] = await listRows();
    expect(row?.magMachineLearningResultList).not.toEqual(alone[0]?.magMachineLearningResultList);
    const answer = await (await world.call('admin', 'POST', '/pigrun/GetMachineLearningResults', { runId })).json();
    const {
      passageId,
      passageTimeStamp,
      elfMachineLearningResultList,
      geoMachineLearningResultList,
      magMachineLearningResultList,
    } = row ?? {};
    expect(answer).toEqual({
      machineLearningPassageResultList: [
        {
          passageId,
          uId: uid,
          passageTimeStamp,
          elfMachineLearningResultList,
          geoMachineLearningResultList,
          magMachineLearningResultList,
        },
      ],
    });
  });

  test('a passage is scored again when its completed run is synchronised', async () => {
    const end = await passWithSamples();
    const runId = await place(end);
    await server.app.database.pool.query('update pig_runs set completed_at = now() where id = $1', [runId]);
    await server.app.database.pool.query('update passages set scores = null where uid = $1', [uid]);
    const synchronised = await world.call('admin', 'POST', '/finished/pigrun/synch/', { ...exampleSentRun, runId });
    expect(synchronised.status).toBe(200);
    await expect.poll(listScored).toEqual([['elf', 'geo', 'mag']]);
  });

  test('a passage is scored again when a user removes it from its run', async () => {
    const end = await passWithSamples();
    const alone = await listRows();
    const runId = await place(end);
    await addTool(runId, FOAM);
    await expect.poll(listScored).toEqual([['geo']]);
    const [{ geoId, magId, elfId } = { geoId: 0, magId: 0, elfId: 0 }] = alone;
    const cleared = await world.call(
      'admin',
      'POST',
      `/apexagm/passage/${uid}/${geoId}/${magId}/${elfId}/clearruninfo`,
    );
    expect(cleared.status).toBe(200);
    await untilIdle();
    expect(await listRows()).toEqual(alone);
  });
});

test('results are deleted with their passage', async () => {
  const end = await pass();
  await say(device, uid, waveformOf('elf'));
  await untilScored();
  expect((await world.call('admin', 'DELETE', `/apexagm/${uid}/passage`)).status).toBe(200);
  expect(await hearUpdates(() => score(end))).toEqual([]);
  expect(await listRows()).toEqual([]);
});

describe('what was stored before there were scores', () => {
  const silent = Buffer.from(
    encodeWaveform({ channel: 'mag', sensitivity: 3, rateMilliHz: 16_667, samples: new Int16Array(500) }),
  );
  const listMarks = async () =>
    (await server.app.database.pool.query<{ uid: number }>('select uid from scoring_backlog')).rows;
  const forget = async () => {
    await server.app.database.pool.query('update passages set scores = null where uid = $1', [uid]);
    await server.app.database.pool.query("insert into scoring_backlog values (0, '1970-01-01', 0)");
  };

  async function scoreBacklog(): Promise<void> {
    await planBacklog(server.app.database);
    await expect.poll(listMarks, { timeout: 20_000 }).toEqual([]);
  }

  /** Records before all others of the device, without a signal. */
  async function storeSilentRecords(count: number): Promise<void> {
    const months = [monthOf(t - count * 1000), monthOf(t)];
    for (const table of ['passages', 'waveforms']) await new Partitions(server.app.database.pool).ensure(table, months);
    const times = [uid, world.groupId, t, count];
    await server.app.database.pool.query(
      `insert into passages (uid, end_of_snip_at, kind, group_id, passage_at, received_at, psg_seq, detection_count, frequency, is_offline, is_bluetooth, sampling_rate)
       select $1, at, 2, $2, at, at, 0, 0, 0, false, false, 16.66667
       from generate_series(1, $4::int) as n, lateral (select to_timestamp($3::float8 / 1000 - n)) as time (at)`,
      times,
    );
    await server.app.database.pool.query(
      `insert into waveforms (uid, end_of_snip_at, kind, group_id, is_snippet, data)
       select uid, end_of_snip_at, kind, group_id, false, $2 from passages where uid = $1 and psg_seq = 0`,
      [uid, silent],
    );
  }

  test('earlier records are scored once after a start, and consoles are notified', async () => {
    await expect.poll(listMarks).toEqual([]);
    await pass();
    for (const channel of CHANNELS) await say(device, uid, waveformOf(channel));
    await untilScored();
    const rows = await listRows();
    await forget();
    expect(await listScored()).toEqual([[]]);
    await verifyUpdate(scoreBacklog);
    expect(await listRows()).toEqual(rows);
    await server.app.database.pool.query('update passages set scores = null where uid = $1', [uid]);
    await planBacklog(server.app.database);
    expect(
      (
        await server.app.database.pool.query(
          "select from graphile_worker.jobs where task_identifier = 'scoring.backlog'",
        )
      ).rowCount,
    ).toBe(0);
  });

  test('all earlier records that can be scored are, however many cannot', async () => {
    await storeSilentRecords(700);
    await pass({ mask: 1 });
    await say(device, uid, waveformOf('elf'));
    await untilScored();
    await forget();
    await scoreBacklog();
    const { rows } = await server.app.database.pool.query(
      'select kind from passages where uid = $1 and scores is not null',
      [uid],
    );
    expect(rows).toEqual([{ kind: 0 }]);
  });
});

/** A passage with its GEO snippet, delivered over DirectIP. */
async function passOverSatellite(): Promise<void> {
  const payload = encodeIridiumUplink({
    kind: 'passage',
    seq: 8,
    t,
    lat: 31.5,
    lon: -102.25,
    altitude: null,
    detectionCount: 12,
    mask: 2,
    freq: 22,
    battery: 8650,
    snrDb: [0, 18, 0],
    widthS: [0, 0.8, 0],
    weldSpeedMps: null,
    isOffline: false,
    audioBands,
    blocks: [reduceToBlock('geo', PIG.waveforms.geo ?? [], 0)],
  });
  const session = {
    cdr: 7,
    imei: IMEI,
    sessionStatus: 0,
    momsn: 12,
    mtmsn: 0,
    sessionTimeS: Math.floor(t / 1000) + 5,
    location: null,
  };
  const message = encodeMobileOriginated({ ...session, payload });
  if (!message.ok) throw new Error(message.failure);
  const socket = createConnection(ports.iridium, '127.0.0.1');
  socket.write(message.value);
  await once(socket, 'data');
  socket.destroy();
}

test('a snippet that arrived over satellite is scored by the model for snippets', async () => {
  await server.app.database.pool.query('update devices set imei = $2 where uid = $1', [uid, IMEI]);
  await passOverSatellite();
  await untilScored();
  const stored = await server.app.database.pool.query<{ data: Buffer; scores: unknown }>(
    'select data, scores from waveforms join passages using (uid, end_of_snip_at, kind) where uid = $1',
    [uid],
  );
  const [found] = stored.rows;
  const record = { data: found?.data ?? new Uint8Array(), audioBands };
  expect(found?.scores).toEqual(judgeRecord({ ...record, isSnippet: true }));
  expect(found?.scores).not.toEqual(judgeRecord({ ...record, isSnippet: false }));
});
