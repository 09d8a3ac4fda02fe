import { DISPOSITION } from '@waymark/device-protocol/directip/mobile-terminated';
import { ANSWER } from '@waymark/commands/answers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { OBSTACLE } from './deliveries.queries.ts';
import { MtGateway } from '../../ingest/iridium/testing/mt-gateway.ts';
import { closePeers, startHttpPeer } from '../../ingest/iridium/testing/test-peers.ts';
import type { DeliveryLoop } from './delivery-loop.ts';
import { imeiOf, keyOf, readMessage, SatelliteTrial } from './testing/satellite-trial.ts';

const UIDS = Array.from({ length: 40 }, (_, place) => 500_001 + place);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const TAKEN = 'The gateway has it, 1st in its queue.';
const WINDOW = { FileNamesStartDate: '2026-03-18 01:00:00', FileNamesEndDate: '2026-03-18 01:10:00' };

let trial: SatelliteTrial;
let gateway: MtGateway;
let next = 0;
beforeAll(async () => void (trial = await SatelliteTrial.open(UIDS)));
afterAll(() => trial.door.close());
afterEach(closePeers);

/** A device that no other test uses, a gateway, and a node that polls only on request. */
async function begin(): Promise<{ uid: number; delivery: DeliveryLoop }> {
  gateway = await MtGateway.start();
  trial.now = Date.now();
  return { uid: UIDS[next++] ?? 0, delivery: trial.deliver(gateway.url) };
}

/** Polls the device after advancing the clock. */
async function poll(delivery: DeliveryLoop, uid: number, laterMs = 0): Promise<void> {
  trial.now += laterMs;
  delivery.request([uid]);
  await delivery.settle();
}

const stateOf = async (id: number) => (await trial.commands.find(id)).state;

describe('commands to a satellite device', () => {
  test('a command goes to the gateway with a ring alert, readable only with the key of the device', async () => {
    const { uid, delivery } = await begin();
    const id = await trial.queue(uid, 'IridiumOfflineDownload', WINDOW);
    await poll(delivery, uid);
    expect(gateway.taken).toMatchObject([
      { clientMessageId: id, imei: imeiOf(uid), disposition: DISPOSITION.sendRingAlert },
    ]);
    const [message] = gateway.taken;
    if (!message) throw new Error('nothing came');
    expect(readMessage(message, keyOf(uid))).toMatchObject({
      ok: true,
      value: { kind: 'offline-download', id, startAt: Date.UTC(2026, 2, 18, 1) },
    });
    expect(readMessage(message, keyOf(uid + 1))).toMatchObject({ ok: false, failure: { reason: 'mac' } });
    expect(await trial.commands.find(id)).toMatchObject({ state: 'sent', link: 2, attempts: 1, note: TAKEN });
    expect(await trial.steps(id)).toEqual([
      ['sent', 'iridium'],
      ['sent', TAKEN],
    ]);
  });

  test('[C-057] [C-058] [C-060] [C-061] [C-063] all settings travel in one message', async () => {
    const { uid, delivery } = await begin();
    const settings = {
      frequency0: 0,
      frequency1: 18,
      frequency2: 22,
      frequency3: 30,
      sensitivity0: 1,
      sensitivity1: 2,
      sensitivity2: 3,
      sensitivity3: 4,
      enable0: 1,
      enable1: 1,
      enable2: 0,
      enable3: 1,
      powerMode: 2,
      connectSchedule: 3,
      recordMode: 1,
      psgSize: 1,
      psgState: 1,
      UnfoldedAntennaDetectorEnable: 1,
      GeoMode: 3,
      OfflineDownloadState: 1,
      ClearIridiumOfflineFiles: 1,
      detectCountReset: 1,
      restartUnit: 0,
    };
    await trial.queue(uid, 'IridiumSettings', settings);
    await poll(delivery, uid);
    const messages = gateway.taken.map((message) => readMessage(message, keyOf(uid)));
    expect(messages).toMatchObject([{ ok: true, value: { kind: 'settings', settings } }]);
  });

  test('an accepted command is done, and its settings become the last settings', async () => {
    const { uid, delivery } = await begin();
    const id = await trial.queue(uid, 'IridiumSettings', {
      powerMode: 2,
      connectSchedule: 4,
      psgSize: 1,
      frequency1: 19,
    });
    await poll(delivery, uid);
    await trial.answer(uid, id, ANSWER.accepted);
    expect(await stateOf(id)).toBe('accepted');
    const [device] = await trial.door.query(
      'select power_mode, schedule, psg_size, frequencies from device_states where uid = $1',
      [uid],
    );
    expect(device).toEqual({ power_mode: 2, schedule: 4, psg_size: 1, frequencies: [null, 19, null, null] });
  });

  test.each([
    [ANSWER.rejected, 'rejected', 'The device gives no reason that is known (0).'],
    [ANSWER.forged, 'rejected', 'The device could not verify who sent it.'],
    [ANSWER.busy, 'queued', 'The device is busy.'],
  ])('a command that is answered with %i becomes %s', async (status, state, note) => {
    const { uid, delivery } = await begin();
    const id = await trial.queue(uid, 'DeviceInfo');
    await poll(delivery, uid);
    await trial.answer(uid, id, status);
    expect(await trial.commands.find(id)).toMatchObject({ state, note });
    await poll(delivery, uid);
    expect(gateway.taken).toHaveLength(1);
    await poll(delivery, uid, MINUTE_MS);
    expect(gateway.taken).toHaveLength(state === 'queued' ? 2 : 1);
  });

  test('[C-040] an unanswered command is sent again only after a day or two wake-ups, with the same id, as often as needed', async () => {
    const { uid, delivery } = await begin();
    const id = await trial.queue(uid, 'DeviceInfo');
    await poll(delivery, uid);
    await poll(delivery, uid, DAY_MS - 1000);
    expect(gateway.taken).toHaveLength(1);
    await poll(delivery, uid, 1000);
    await trial.door.query('update device_states set power_mode = 2, schedule = 7 where uid = $1', [uid]);
    await poll(delivery, uid, DAY_MS);
    expect(gateway.taken).toHaveLength(3);
    await poll(delivery, uid, 2 * DAY_MS);
    expect(gateway.taken).toHaveLength(3);
    await poll(delivery, uid, 20 * MINUTE_MS);
    expect(gateway.taken.map(({ clientMessageId }) => clientMessageId)).toEqual([id, id, id, id]);
    expect(await trial.commands.find(id)).toMatchObject({ state: 'sent', attempts: 4 });
    await trial.answer(uid, id, ANSWER.accepted);
    expect(await stateOf(id)).toBe('accepted');
  });

  test('a command that a dead node had claimed before the hand-over is sent again after a minute', async () => {
    const { uid, delivery } = await begin();
    const id = await trial.queue(uid, 'DeviceInfo');
    gateway.hold();
    delivery.request([uid]);
    await gateway.hasTaken(1);
    expect(await trial.commands.find(id)).toMatchObject({ state: 'sent', note: null });
    const other = trial.deliver(gateway.url);
    await poll(other, uid, MINUTE_MS - 1000);
    expect(gateway.taken).toHaveLength(1);
    trial.now += 1000;
    other.request([uid]);
    await gateway.hasTaken(2);
    gateway.release();
    await Promise.all([delivery.settle(), other.settle()]);
    // The late outcome of the first node is ignored.
    expect(await trial.steps(id)).toEqual([
      ['sent', 'iridium'],
      ['sent', 'again'],
      ['sent', TAKEN],
    ]);
  });

  test('[C-102] a command that is deleted at the gateway may still be executed, and its history says so', async () => {
    const { uid, delivery } = await begin();
    const id = await trial.queue(uid, 'DeviceInfo');
    const following = await trial.queue(uid, 'ControlSettings');
    await poll(delivery, uid);
    await trial.commands.delete(id);
    const detail = 'The satellite gateway may have it: the device may still carry it out.';
    expect(await trial.commands.find(id)).toMatchObject({ state: 'deleted', note: detail });
    await poll(delivery, uid);
    expect(await stateOf(following)).toBe('sent');
    await trial.answer(uid, id, ANSWER.accepted);
    expect((await trial.steps(id)).slice(2)).toEqual([
      ['deleted', detail],
      ['deleted', 'The device had carried it out already.'],
    ]);
    expect(await stateOf(following)).toBe('sent');
  });

  test("a command that is deleted during its hand-over does not return with the gateway's answer", async () => {
    const { uid, delivery } = await begin();
    const id = await trial.queue(uid, 'DeviceInfo');
    gateway.hold();
    gateway.status = -5;
    delivery.request([uid]);
    await gateway.hasTaken(1);
    await trial.commands.delete(id);
    gateway.release();
    await delivery.settle();
    expect(await stateOf(id)).toBe('deleted');
  });

  test('a command leaves the satellite link when its device is cellular again', async () => {
    const { uid, delivery } = await begin();
    const id = await trial.queue(uid, 'DeviceInfo');
    await poll(delivery, uid);
    await trial.door.query('update device_states set is_iridium = false where uid = $1', [uid]);
    await poll(delivery, uid);
    expect(await trial.commands.find(id)).toMatchObject({
      state: 'queued',
      due_at: null,
      note: 'The device is on its cellular link again.',
    });
    await poll(delivery, uid, 2 * DAY_MS);
    expect(gateway.taken).toHaveLength(1);
  });
});

describe('answers of the satellite gateway', () => {
  test.each([
    [-5, 'its queue for the device is full'],
    [-6, 'it is overloaded'],
    [-9, 'the device is not attached'],
  ])('a gateway that answers %i gets the command again after 30 s, 2, 10 and 30 min', async (status, reason) => {
    const { uid, delivery } = await begin();
    const id = await trial.queue(uid, 'DeviceInfo');
    gateway.status = status;
    await poll(delivery, uid);
    const note = `The gateway has not taken it: ${reason} (status ${status}).`;
    expect(await trial.commands.find(id)).toMatchObject({ state: 'queued', note });
    for (const [tries, minutes] of [0.5, 2, 10, 30, 30].entries()) {
      await poll(delivery, uid, minutes * MINUTE_MS - 1000);
      expect(gateway.taken).toHaveLength(tries + 1);
      await poll(delivery, uid, 1000);
      expect(gateway.taken).toHaveLength(tries + 2);
    }
    gateway.status = 3;
    await poll(delivery, uid, 30 * MINUTE_MS);
    expect((await trial.steps(id)).at(-1)).toEqual(['sent', 'The gateway has it, 3rd in its queue.']);
  });

  test.each([
    [-1, 'the IMEI of the device is not valid'],
    [-2, 'it does not know the IMEI of the device'],
    [-3, 'the message is too long'],
  ])('a gateway that answers %i ends the command, and the next one is sent', async (status, reason) => {
    const { uid, delivery } = await begin();
    const [id, following] = [await trial.queue(uid, 'DeviceInfo'), await trial.queue(uid, 'ControlSettings')];
    gateway.status = status;
    await poll(delivery, uid);
    expect(await trial.commands.find(id)).toMatchObject({
      state: 'rejected',
      note: `The gateway has not taken it: ${reason} (status ${status}).`,
    });
    gateway.status = 1;
    await poll(delivery, uid);
    expect([await stateOf(following), gateway.taken.length]).toEqual(['sent', 2]);
  });

  test('the command stays in the queue while the gateway is unreachable, silent or not a DirectIP gateway', async () => {
    const { uid } = await begin();
    const id = await trial.queue(uid, 'DeviceInfo');
    const away = gateway.url;
    await closePeers();
    await poll(trial.deliver(away), uid);
    expect(await trial.commands.find(id)).toMatchObject({
      state: 'queued',
      note: 'The gateway has not taken it: it cannot be reached (ECONNREFUSED).',
    });
    const silent = await MtGateway.start();
    silent.hold();
    await poll(trial.deliver(silent.url, { timeoutMs: 20 }), uid, MINUTE_MS);
    expect(await trial.commands.find(id)).toMatchObject({
      state: 'queued',
      note: 'The gateway has not taken it: it did not answer in time (no confirmation within 20 ms).',
    });
  });

  test('RockBLOCK and Cloudloop report no place in their queue, and may refuse', async () => {
    const { uid } = await begin();
    const id = await trial.queue(uid, 'DeviceInfo');
    let text = 'FAILED,13,Your account has insufficient credit';
    const port = await startHttpPeer(() => ({ text }));
    const delivery = trial.deliver(`rockblock+http://user:secret@127.0.0.1:${port}`);
    await poll(delivery, uid);
    const note = 'The gateway has not taken it: the account has no credit (13 Your account has insufficient credit).';
    expect(await trial.commands.find(id)).toMatchObject({ state: 'queued', note });
    text = 'OK,4114651';
    await poll(delivery, uid, MINUTE_MS);
    expect(await trial.commands.find(id)).toMatchObject({ state: 'sent', note: 'The gateway has it.' });
    await trial.answer(uid, id, ANSWER.accepted);
    const last = await trial.queue(uid, 'ControlSettings');
    text = 'FAILED,11,No RockBLOCK with this IMEI found on your account';
    await poll(delivery, uid);
    expect(await stateOf(last)).toBe('rejected');
  });
});

describe('obstacles to a command', () => {
  test.each([
    ['no gateway', OBSTACLE.gateway],
    ['no IMEI', OBSTACLE.imei],
    ['no message key', OBSTACLE.key],
  ])('an obstacle is reported once: %s', async (_, note) => {
    const { uid, delivery: usual } = await begin();
    const delivery = note === OBSTACLE.gateway ? trial.deliver(null) : usual;
    if (note === OBSTACLE.imei) await trial.door.query('update devices set imei = null where uid = $1', [uid]);
    if (note === OBSTACLE.key) await trial.door.query('delete from device_credentials where uid = $1', [uid]);
    const id = await trial.queue(uid, 'DeviceInfo');
    for (let round = 0; round < 3; round++) await poll(delivery, uid, MINUTE_MS);
    expect(await trial.commands.find(id)).toMatchObject({ state: 'queued', attempts: 0, note });
    expect(await trial.steps(id)).toEqual([['queued', note]]);
    const told = trial.door.events.filter(({ name, data }) => name === 'ReceiveCommandUpdate' && data.commandId === id);
    expect(told).toHaveLength(2);
    await trial.door.query('update devices set imei = $2 where uid = $1', [uid, imeiOf(uid)]);
    await trial.giveKey(uid);
    await poll(usual, uid);
    expect(await stateOf(id)).toBe('sent');
  });

  test('a command in flight returns to the queue in time when its gateway is no longer configured', async () => {
    const { uid, delivery } = await begin();
    const id = await trial.queue(uid, 'DeviceInfo');
    await poll(delivery, uid);
    await poll(trial.deliver(null), uid, 2 * DAY_MS);
    expect(await trial.commands.find(id)).toMatchObject({ state: 'queued', note: OBSTACLE.gateway });
  });

  test('a command for the cellular link waits without blocking the next ones', async () => {
    const { uid, delivery } = await begin();
    const cellular = await trial.queue(uid, 'GpsFix');
    const satellite = await trial.queue(uid, 'DeviceInfo');
    await poll(delivery, uid);
    expect([await stateOf(cellular), await stateOf(satellite)]).toEqual(['queued', 'sent']);
  });
});

describe('many satellite commands', () => {
  test('fifty commands to one device are sent one after the other, each after the previous answer', async () => {
    const { uid, delivery } = await begin();
    const last = await trial.queue(uid, 'DeviceInfo', {}, 50);
    for (let place = 1; place <= 50; place++) {
      await poll(delivery, uid);
      expect(gateway.taken).toHaveLength(place);
      await trial.answer(uid, last - 50 + place, ANSWER.accepted);
    }
    expect(gateway.taken.map(({ clientMessageId }) => clientMessageId)).toEqual(
      Array.from({ length: 50 }, (_, place) => last - 49 + place),
    );
    await poll(delivery, uid);
    expect(gateway.taken).toHaveLength(50);
  });

  test('commands to many devices are sent eight at a time, and two nodes send each of them once', async () => {
    const { delivery } = await begin();
    const uids = UIDS.slice(-12);
    for (const uid of uids) await trial.queue(uid, 'DeviceInfo');
    gateway.hold();
    delivery.request(uids);
    await gateway.hasTaken(8);
    const free = await MtGateway.start();
    const other = trial.deliver(free.url);
    other.request(uids);
    await other.settle();
    gateway.release();
    await delivery.settle();
    expect([gateway.taken.length, free.taken.length]).toEqual([8, 4]);
    expect([...gateway.taken, ...free.taken].map(({ imei }) => imei).toSorted()).toEqual(uids.map(imeiOf));
  });
});
