import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CommandDevice, expectHeard } from '../../features/commands/testing/command-device.ts';
import { NO_HANDLERS, TrialCommands } from '../../features/commands/testing/trial-commands.ts';
import { TrialNode, TrialTime } from '../../features/commands/testing/trial-node.ts';
import {
  breakOff,
  connectDevice,
  connectRelay,
  ONLINE,
  ONLINE_BY_RELAY,
  say,
  SLEEP,
  untilClosed,
} from '../testing/mqtt-device.ts';
import { openTestDoor, type TestDoor } from '../testing/test-door.ts';

// Devices on the brokers inside two nodes of one database. A device moves when its proxy chooses the other node; its old
// connection may last for a while, because its end has not come through.

const DEVICES = [7, 8, 99];
let door: TestDoor;
let commands: TrialCommands;
let time: TrialTime;
let here: TrialNode;
let there: TrialNode;

beforeAll(async () => {
  door = await openTestDoor(DEVICES, NO_HANDLERS);
  commands = new TrialCommands(door.database);
});
afterAll(() => door.close());

beforeEach(async () => {
  time = new TrialTime();
  [here, there] = [await TrialNode.start(door, time), await TrialNode.start(door, time)];
});
afterEach(async () => {
  await Promise.all([here.close(), there.close()]);
  await door.query('truncate commands, command_steps, device_connections, nodes');
  await door.query('update device_states set is_connected = false, is_bluetooth = null, status_at = null');
  door.events.length = 0;
});

const isConnected = async (uid: number) =>
  (await door.query<{ is_connected: boolean }>('select is_connected from device_states where uid = $1', [uid]))[0]
    ?.is_connected;
const listTurns = (uid: number) =>
  door.events.flatMap(({ name, data }) => (name === 'ReceiveConnectionUpdate' && data.uid === uid ? [data.kind] : []));

/** Earlier reports of this node are stored then, also a delayed loss. */
async function settle(node: TrialNode): Promise<void> {
  const last = await connectDevice(node.port, 99);
  await say(last, 99, ONLINE);
  await breakOff(last);
  await expect.poll(() => isConnected(99)).toBe(false);
}

describe('a device that moves to another node', () => {
  test('[W-117] a moved device is never reported lost: the old node ends its connection, which changes nothing', async () => {
    const old = await connectDevice(here.port, 7);
    await say(old, 7, ONLINE);
    const ended = untilClosed(old);
    const young = await connectDevice(there.port, 7);
    await say(young, 7, ONLINE);
    await ended;
    await settle(here);
    expect(await isConnected(7)).toBe(true);
    expect(listTurns(7)).toEqual(['online']);
    await breakOff(young);
    await expect.poll(() => isConnected(7)).toBe(false);
    expect(listTurns(7)).toEqual(['online', 'offline']);
  });

  test('[W-117] a moved device is online even if the end of its old connection is stored first, with a later time', async () => {
    const old = await connectDevice(here.port, 7);
    await say(old, 7, ONLINE);
    const young = await connectDevice(there.port, 7);
    time.at += 1000;
    await breakOff(old);
    await expect.poll(() => isConnected(7)).toBe(false);
    time.at -= 1000;
    await say(young, 7, ONLINE);
    expect(await isConnected(7)).toBe(true);
  });

  test('[W-117] a moved device keeps its newer connection when a late online status of the old one arrives', async () => {
    const old = await connectDevice(here.port, 7);
    const young = await connectDevice(there.port, 7);
    await say(young, 7, ONLINE);
    await say(old, 7, ONLINE);
    await breakOff(old);
    await settle(here);
    expect(await isConnected(7)).toBe(true);
    await breakOff(young);
    await expect.poll(() => isConnected(7)).toBe(false);
  });

  test('[W-118] a moved device gets each command once, over its new connection', async () => {
    const old = await CommandDevice.listen(7, await connectDevice(here.port, 7));
    const ended = untilClosed(old.client);
    const young = await CommandDevice.listen(7, await connectDevice(there.port, 7));
    await ended;
    await here.rest();
    const [first = 0, second = 0] = await commands.queue({ uid: 7 }, { uid: 7 });
    await expectHeard(young, first);
    await young.answer(first);
    await expectHeard(young, first, second);
    expect(old.ids).toEqual([]);
  });

  test('a device is lost at once when its connection ends and the node of its other connection is gone', async () => {
    const old = await connectDevice(here.port, 7);
    await say(old, 7, ONLINE);
    await door.query(`update nodes set seen_at = now() - interval '2 minutes' where id = $1`, [here.id]);
    const relay = await connectRelay(there.port, 'truck');
    await say(relay, 7, ONLINE_BY_RELAY);
    await breakOff(relay);
    await expect.poll(() => isConnected(7)).toBe(false);
  });
});

describe('relays at two nodes beside one device', () => {
  test('[W-117] a device stays online until the last of its relays is gone', async () => {
    const [truck, boat] = [await connectRelay(here.port, 'truck'), await connectRelay(there.port, 'boat')];
    await say(truck, 7, ONLINE_BY_RELAY);
    await say(boat, 7, ONLINE_BY_RELAY);
    await breakOff(boat);
    await settle(there);
    expect(await isConnected(7)).toBe(true);
    await breakOff(truck);
    await expect.poll(() => isConnected(7)).toBe(false);
  });

  test('a sleeping device is not reported lost when its relays disconnect', async () => {
    const [truck, boat] = [await connectRelay(here.port, 'truck'), await connectRelay(there.port, 'boat')];
    await say(truck, 7, ONLINE_BY_RELAY);
    await say(boat, 7, ONLINE_BY_RELAY);
    await say(truck, 7, SLEEP);
    await breakOff(boat);
    await settle(there);
    expect(listTurns(7)).toEqual(['online', 'sleepReport']);
  });
});
