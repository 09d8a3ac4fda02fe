import { ANSWER } from '@waymark/commands/answers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { breakOff, connectDevice, connectRelay } from '../testing/mqtt-device.ts';
import { openTestDoor, type TestDoor } from '../testing/test-door.ts';
import { CommandDevice, expectHeard } from './testing/command-device.ts';
import { NO_HANDLERS, TrialCommands } from './testing/trial-commands.ts';
import { TrialNode, TrialTime } from './testing/trial-node.ts';

// Real devices on the broker inside, the real store; only the clock is the test's.

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

describe('a device that is connected', () => {
  test('gets what is queued at once, with its expiry; the next follows the answer', async () => {
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
    // Of two commits that follow closely, either may be told first: the attempts say which is the newer one.
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

  test('hears nothing of commands when it listens to its clock alone', async () => {
    const client = await connectDevice(node.port, 7);
    await client.subscribeAsync('agm/v1/7/dn/time');
    const id = await queueOne();
    await node.rest();
    expect(await stateOf(id)).toBe('queued');
    await client.subscribeAsync('agm/v1/7/dn/+');
    await expect.poll(() => stateOf(id)).toBe('sent');
  });

  test('is not sent anything once it no longer listens', async () => {
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

  test('that rejects a command gets those behind it; the rejected one stays with its reason', async () => {
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

  test('that is busy gets the same command again half a minute later, before those behind it', async () => {
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

describe('without an answer', () => {
  test('a command is sent again after 30 s, not before', async () => {
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

  test('three times, it waits five minutes in its old place', async () => {
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

  test('three times, a new connection ends the waiting', async () => {
    const device = await listen();
    const id = await queueOne();
    await expectHeard(device, id);
    for (let tries = 0; tries < 3; tries += 1) await node.pass(30 * SECOND, device);
    await breakOff(device.client);
    const again = await listen();
    await expectHeard(again, id);
  });

  test('an answer that comes after all counts', async () => {
    const device = await listen();
    const [first = 0, second = 0] = await commands.queue(order, order);
    await expectHeard(device, first);
    for (let tries = 0; tries < 3; tries += 1) await node.pass(30 * SECOND, device);
    await device.answer(first);
    await expectHeard(device, first, first, first, second);
    expect(await stateOf(first)).toBe('accepted');
  });

  test('from a device that has gone, a command goes back and waits for the next connection', async () => {
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

  test('a device that connects anew gets again at once what is in flight, and then has its three tries', async () => {
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

describe('answers', () => {
  test('to what was never sent, of another device, or given twice change nothing', async () => {
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

  test('to a command that has expired meanwhile stand in its history', async () => {
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

describe('a command that is deleted', () => {
  test('while it waits is never sent', async () => {
    const [first = 0, second = 0] = await commands.queue(order, order);
    await commands.delete(first);
    const device = await listen();
    await expectHeard(device, second);
  });

  test('while it is on its way makes room for the next, is not sent again, and its answer stands in the history', async () => {
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

describe('a command that expires', () => {
  test('is not sent any more, and does not hold up those behind it', async () => {
    const [first = 0, second = 0] = await commands.queue({ ...order, expiresAt: time.at + 10 * SECOND }, order);
    await node.pass(10 * SECOND);
    expect(await stepsOf(first)).toEqual(['queued', 'expired']);
    const device = await listen();
    await expectHeard(device, second);
  });

  test('on its way still has time for its answer, is not sent again, and then makes room for the next', async () => {
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

describe('the server', () => {
  test('that restarts sends again what was in flight when the device is back', async () => {
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

  test('that restarts puts back what was in flight to a device that stays away', async () => {
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

  test('that has missed notices looks through the queue when it hears them again', async () => {
    const device = await listen();
    await door.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'waymark notices' and datname = current_database()",
    );
    await expect.poll(() => node.notices.isListening).toBe(false);
    const id = await queueOne();
    await expectHeard(device, id);
  });

  test('beside another one never sends a command twice', async () => {
    const beside = await TrialNode.start(door, time);
    onTestFinished(() => beside.close());
    // Two relays beside the same devices, one at each node.
    const relays = [await connectRelay(node.port, 'truck'), await connectRelay(beside.port, 'boat')] as const;
    const listenBy = (relay: (typeof relays)[number]) =>
      Promise.all([7, 8].map((uid) => CommandDevice.listen(uid, relay, 'bt')));
    const [atNode, atBeside] = [await listenBy(relays[0]), await listenBy(relays[1])];
    // A new connection is a reason to send again.
    await Promise.all([node.rest(), beside.rest()]);
    const ids = await commands.queue({ uid: 7 }, { uid: 8 });
    await node.rest(...atNode);
    await beside.rest(...atBeside);
    const heard = [...atNode, ...atBeside].flatMap((device) => device.ids);
    expect(heard.toSorted((one, other) => one - other)).toEqual(ids);
  });
});

describe('over Bluetooth', () => {
  test('a relay takes the commands of its devices, until the last one beside a device has gone', async () => {
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
