import { ANSWER } from '@waymark/commands/answers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { breakOff, connectDevice, connectRelay } from '../../ingest/testing/mqtt-device.ts';
import { openTestDoor, type TestDoor } from '../../ingest/testing/test-door.ts';
import { CommandDevice, expectHeard } from './testing/command-device.ts';
import { NO_HANDLERS, TrialCommands } from './testing/trial-commands.ts';
import { TrialNode, TrialTime } from './testing/trial-node.ts';

// Real devices, broker and store; only the clock belongs to the test.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DEVICES = [7, 8, 9, 11];
let door: TestDoor;
let time: TrialTime;
let node: TrialNode;
let commands: TrialCommands;

beforeAll(async () => {
  door = await openTestDoor(DEVICES, NO_HANDLERS);
  commands = new TrialCommands(door.database);
});
afterAll(() => door.close());

beforeEach(async () => {
  time = new TrialTime();
  node = await TrialNode.start(door, time);
});
afterEach(async () => {
  await node.close();
  await door.query('truncate commands, command_steps');
  door.events.length = 0;
});

const listen = async (uid = 7) => CommandDevice.listen(uid, await connectDevice(node.port, uid));
const order = { uid: 7 };
const stateOf = async (id: number | undefined) => (await commands.find(id ?? 0)).state;
const stepsOf = async (id: number | undefined) =>
  (await commands.steps(id ?? 0)).map(({ state, detail }) => (detail === null ? state : `${state}: ${detail}`));

async function queueOne(): Promise<number> {
  const [id] = await commands.queue(order);
  return id ?? 0;
}

describe('delivery to a connected device', () => {
  test('a connected device gets a queued command at once, with its expiry; the next follows the answer', async () => {
    const device = await listen();
    const expiresAt = time.at + MINUTE;
    const [first = 0, second = 0] = await commands.queue(
      { ...order, type: 'PowerMode', parameters: { powerMode: 1 }, expiresAt },
      order,
    );
    await expectHeard(device, first);
    expect(device.heard).toEqual([{ id: first, type: 'PowerMode', params: { powerMode: 1 }, exp: expiresAt }]);
    await node.rest(device);
    expect(device.ids).toEqual([first]);
    await device.answer(first);
    await expectHeard(device, first, second);
    await device.answer(second);
    expect(await stepsOf(first)).toEqual(['queued', 'sent: cellular', 'accepted']);
    const events = door.events.flatMap(({ name, data }) => (name === 'ReceiveCommandUpdate' ? [data] : []));
    // Events of two quick commits may arrive in any order: the number of attempts shows which one is newer.
    expect(
      events.toSorted((one, other) => one.commandId - other.commandId || one.attempts - other.attempts),
    ).toMatchObject(
      [first, second].flatMap((commandId) => [
        { commandId, state: 'queued', attempts: 0 },
        { commandId, state: 'sent', attempts: 1 },
        { commandId, state: 'accepted', attempts: 1 },
      ]),
    );
  });

  test('a device that subscribes to its clock alone gets no commands', async () => {
    const client = await connectDevice(node.port, 7);
    await client.subscribeAsync('agm/v1/7/dn/time');
    const id = await queueOne();
    await node.rest();
    expect(await stateOf(id)).toBe('queued');
    await client.subscribeAsync('agm/v1/7/dn/+');
    await expect.poll(() => stateOf(id)).toBe('sent');
  });

  test('a device gets no commands after it has unsubscribed', async () => {
    const device = await listen();
    await device.client.subscribeAsync('agm/v1/7/dn/cmd');
    await device.client.unsubscribeAsync('agm/v1/7/dn/#');
    const first = await queueOne();
    await expectHeard(device, first);
    await device.answer(first);
    await device.client.unsubscribeAsync('agm/v1/7/dn/cmd');
    const second = await queueOne();
    await node.rest();
    expect(await stateOf(second)).toBe('queued');
  });

  test('a device that rejects a command gets the next one, and the rejected one keeps its reason', async () => {
    const device = await listen();
    const [first = 0, second = 0] = await commands.queue(order, order);
    await expectHeard(device, first);
    await device.answer(first, ANSWER.rejected, 3);
    await expectHeard(device, first, second);
    expect(await commands.find(first)).toMatchObject({
      state: 'rejected',
      note: 'It does not take this command over its link.',
      due_at: null,
    });
    await node.pass(10 * MINUTE, device);
    expect(device.ids).toEqual([first, second, second]);
  });

  test('a busy device gets the same command again after 30 s, before the next ones', async () => {
    const device = await listen();
    const [first = 0, second = 0] = await commands.queue(order, order);
    await expectHeard(device, first);
    await device.answer(first, ANSWER.busy);
    await node.pass(25 * SECOND, device);
    expect(device.ids).toEqual([first]);
    expect(await commands.find(first)).toMatchObject({ state: 'queued', note: 'The device is busy.' });
    await node.pass(10 * SECOND, device);
    expect(device.ids).toEqual([first, first]);
    await device.answer(first);
    await expectHeard(device, first, first, second);
  });
});

describe('delivery without an answer', () => {
  test('a command is sent again after 30 s, not earlier', async () => {
    const device = await listen();
    const id = await queueOne();
    await expectHeard(device, id);
    await node.pass(29 * SECOND, device);
    expect(device.ids).toEqual([id]);
    await node.pass(SECOND, device);
    expect(device.ids).toEqual([id, id]);
    await device.answer(id);
    expect(await stepsOf(id)).toEqual(['queued', 'sent: cellular', 'sent: again', 'accepted']);
    expect((await commands.find(id)).attempts).toBe(2);
  });

  test('a command pauses five minutes after three unanswered attempts and keeps its place', async () => {
    const device = await listen();
    const [first = 0, second = 0] = await commands.queue(order, order);
    await expectHeard(device, first);
    for (let tries = 0; tries < 3; tries += 1) await node.pass(30 * SECOND, device);
    expect(device.ids).toEqual([first, first, first]);
    expect(await commands.find(first)).toMatchObject({
      state: 'queued',
      note: 'The device has not answered.',
      attempts: 3,
    });
    await node.pass(5 * MINUTE - SECOND, device);
    expect(device.ids).toEqual([first, first, first]);
    await node.pass(SECOND, device);
    expect(device.ids).toEqual([first, first, first, first]);
    await device.answer(first);
    await expectHeard(device, first, first, first, first, second);
  });

  test('a new connection ends the pause after three unanswered attempts', async () => {
    const device = await listen();
    const id = await queueOne();
    await expectHeard(device, id);
    for (let tries = 0; tries < 3; tries += 1) await node.pass(30 * SECOND, device);
    await breakOff(device.client);
    const again = await listen();
    await expectHeard(again, id);
  });

  test('a late answer counts', async () => {
    const device = await listen();
    const [first = 0, second = 0] = await commands.queue(order, order);
    await expectHeard(device, first);
    for (let tries = 0; tries < 3; tries += 1) await node.pass(30 * SECOND, device);
    await device.answer(first);
    await expectHeard(device, first, first, first, second);
    expect(await stateOf(first)).toBe('accepted');
  });

  test('an unanswered command returns to the queue when its device disconnects, and waits for the next connection', async () => {
    const device = await listen();
    const id = await queueOne();
    await expectHeard(device, id);
    await breakOff(device.client);
    await node.pass(45 * SECOND);
    expect(await commands.find(id)).toMatchObject({
      state: 'queued',
      due_at: null,
      note: 'The device is not connected.',
    });
    const again = await listen();
    await expectHeard(again, id);
    await again.answer(id);
    expect(await stateOf(id)).toBe('accepted');
  });

  test('a device that reconnects gets the command in flight again at once, with three new attempts', async () => {
    const device = await listen();
    const id = await queueOne();
    await expectHeard(device, id);
    await node.pass(31 * SECOND, device);
    await breakOff(device.client);
    const again = await listen();
    await expectHeard(again, id);
    for (let tries = 0; tries < 2; tries += 1) await node.pass(30 * SECOND, again);
    expect(again.ids).toEqual([id, id, id]);
    expect(await stateOf(id)).toBe('sent');
    await node.pass(30 * SECOND, again);
    expect(await stateOf(id)).toBe('queued');
  });
});

describe('answers to commands', () => {
  test('answers to commands that were never sent, of another device, or repeated change nothing', async () => {
    const [device, other] = [await listen(7), await listen(8)];
    const [first = 0, second = 0] = await commands.queue(order, order);
    await expectHeard(device, first);
    await device.answer(second);
    await other.answer(first);
    await device.answer(4_000_000_000);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['sent', 'queued']);
    await device.answer(first);
    await expectHeard(device, first, second);
    await device.answer(first, ANSWER.rejected, 1);
    await device.answer(first, ANSWER.busy);
    await node.rest(device);
    expect(await stateOf(first)).toBe('accepted');
    expect(device.ids).toEqual([first, second]);
  });

  test('an answer to an expired command is recorded in its history', async () => {
    const device = await listen();
    const [id = 0] = await commands.queue({ ...order, expiresAt: time.at + 10 * SECOND });
    await expectHeard(device, id);
    await node.pass(41 * SECOND, device);
    expect(await stateOf(id)).toBe('expired');
    await device.answer(id);
    expect(await stepsOf(id)).toEqual([
      'queued',
      'sent: cellular',
      'expired',
      'expired: The device had carried it out already.',
    ]);
  });
});

describe('deletion of commands', () => {
  test('a command that is deleted while pending is never sent', async () => {
    const [first = 0, second = 0] = await commands.queue(order, order);
    await commands.delete(first);
    const device = await listen();
    await expectHeard(device, second);
  });

  test('a command that is deleted in flight makes room for the next, is not sent again, and its answer is recorded', async () => {
    const device = await listen();
    const [first = 0, second = 0] = await commands.queue(order, order);
    await expectHeard(device, first);
    await commands.delete(first);
    await expectHeard(device, first, second);
    await device.answer(first);
    expect(await stepsOf(first)).toEqual([
      'queued',
      'sent: cellular',
      'deleted',
      'deleted: The device had carried it out already.',
    ]);
    await node.pass(30 * SECOND, device);
    expect(device.ids).toEqual([first, second, second]);
  });
});

describe('expiry of commands', () => {
  test('an expired command is not sent and does not block the next ones', async () => {
    const [first = 0, second = 0] = await commands.queue({ ...order, expiresAt: time.at + 10 * SECOND }, order);
    await node.pass(10 * SECOND);
    expect(await stepsOf(first)).toEqual(['queued', 'expired']);
    const device = await listen();
    await expectHeard(device, second);
  });

  test('a command that expires in flight keeps its time to be answered, is not sent again, and then makes room for the next', async () => {
    const device = await listen();
    const [first = 0, second = 0] = await commands.queue({ ...order, expiresAt: time.at + 10 * SECOND }, order);
    await expectHeard(device, first);
    await node.pass(39 * SECOND, device);
    expect([await stateOf(first), device.ids]).toEqual(['sent', [first]]);
    await node.pass(SECOND);
    await expectHeard(device, first, second);
    expect(await stateOf(first)).toBe('expired');
  });
});

describe('restarts and several nodes', () => {
  test('a restarted server sends commands in flight again when the device is back', async () => {
    const device = await listen();
    const [first = 0, second = 0] = await commands.queue(order, order);
    await expectHeard(device, first);
    await node.close();
    node = await TrialNode.start(door, time);
    const again = await listen();
    await expectHeard(again, first);
    await again.answer(first);
    await expectHeard(again, first, second);
  });

  test('a restarted server returns commands in flight to the queue when the device stays away', async () => {
    const device = await listen();
    const id = await queueOne();
    await expectHeard(device, id);
    await node.close();
    node = await TrialNode.start(door, time);
    await node.pass(29 * SECOND);
    expect(await stateOf(id)).toBe('sent');
    await node.pass(11 * SECOND);
    expect(await stateOf(id)).toBe('queued');
  });

  test('a server that has missed notices checks the queue when it is notified again', async () => {
    const device = await listen();
    await door.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waymark notices' and datname = current_database()",
    );
    await expect.poll(() => node.notices.isListening).toBe(false);
    const id = await queueOne();
    await expectHeard(device, id);
  });

  test('two nodes never send the same command twice', async () => {
    const beside = await TrialNode.start(door, time);
    onTestFinished(() => beside.close());
    // Two relays beside the same devices, one at each node.
    const relays = [await connectRelay(node.port, 'truck'), await connectRelay(beside.port, 'boat')] as const;
    const listenBy = (relay: (typeof relays)[number]) =>
      Promise.all([7, 8].map((uid) => CommandDevice.listen(uid, relay, 'bt')));
    const [atNode, atBeside] = [await listenBy(relays[0]), await listenBy(relays[1])];
    // A new connection triggers another attempt.
    await Promise.all([node.rest(), beside.rest()]);
    const ids = await commands.queue({ uid: 7 }, { uid: 8 });
    await node.rest(...atNode);
    await beside.rest(...atBeside);
    const heard = [...atNode, ...atBeside].flatMap((device) => device.ids);
    expect(heard.toSorted((one, other) => one - other)).toEqual(ids);
  });
});

describe('delivery over Bluetooth', () => {
  test('a relay gets the commands of its devices until the last relay beside a device has disconnected', async () => {
    const [first = 0, second = 0] = await commands.queue(order, { uid: 8 });
    const truck = await connectRelay(node.port, 'truck');
    const [seven, eight] = [await CommandDevice.listen(7, truck, 'bt'), await CommandDevice.listen(8, truck, 'bt')];
    await expectHeard(seven, first);
    await expectHeard(eight, second);
    await seven.answer(first);
    await eight.answer(second);

    const phone = await connectRelay(node.port, 'phone');
    const beside = await CommandDevice.listen(7, phone, 'bt');
    await breakOff(truck);
    const third = await queueOne();
    await expectHeard(beside, third);
    await beside.answer(third);
    await breakOff(phone);
    const fourth = await queueOne();
    await node.rest();
    expect(await stateOf(fourth)).toBe('queued');
  });
});
