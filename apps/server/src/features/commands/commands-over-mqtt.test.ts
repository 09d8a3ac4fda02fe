import type { QueuedCommand } from '@waymark/contract/commands/queued-command';
import { ANSWER } from '@waymark/commands/answers';
import { LISTED_STATES } from '@waymark/commands/life';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyEvents, type ReceivedEvent } from '../../hub/testing/verify-events.ts';
import { connectAgm } from '../../testing/hub-client.ts';
import { findFreePort } from '../../testing/server-process.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { CommandDevice, expectHeard } from './testing/command-device.ts';

// The whole path, from a user's call to a device on a real connection and back.

interface Credential {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

const UID = 100_234;
let server: TestServer;
let port: number;
let admin: string;
let credential: Credential;

beforeAll(async () => {
  port = await findFreePort();
  server = await startTestServer({ settings: { WAYMARK_MQTT_PORT: String(port) } });
  const { token } = await server.signIn('superadmin@demo.waymark');
  const groups = (await (await server.call('GET', '/api/admin/group', { token })).json()) as { id: number }[];
  const body = { uid: UID, group: groups[0]?.id, lat: 0, lon: 0 };
  const added = await server.call('POST', '/api/admin/apexagm/add', { token, body });
  ({ credential } = (await added.json()) as { credential: Credential });
  admin = (await server.signIn('admin@demo.waymark')).token;
});
afterAll(() => server.close());

async function listen(at = port): Promise<CommandDevice> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${at}`, {
    ...credential,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  return CommandDevice.listen(UID, client);
}

async function queue(commandType: string, parameters: Record<string, unknown> = {}): Promise<number> {
  const body = { uid: UID, commandType, timeStampSent: '2026-03-18 00:03:59', parameters };
  const response = await server.call('POST', '/api/commands/queue', { token: admin, body });
  expect(response.status).toBe(201);
  return ((await response.json()) as QueuedCommand).commandId;
}

const remove = (id: number | undefined) => server.call('DELETE', `/api/commands/${id}`, { token: admin });
const readQueue = async () =>
  (await (await server.call('GET', `/api/commands/${UID}`, { token: admin })).json()) as readonly QueuedCommand[];

test('[C-040] commands wait until the device connects, are sent one after the other, and leave the queue when it accepts them', async () => {
  const first = await queue('PowerMode', { powerMode: 2, connectSchedule: 3 });
  const second = await queue('DeviceRestart');
  expect(await readQueue()).toMatchObject([
    { commandId: first, state: 'queued', attempts: 0 },
    { commandId: second, state: 'queued' },
  ]);

  const device = await listen();
  await expectHeard(device, first);
  expect(device.heard).toEqual([
    { id: first, type: 'PowerMode', params: { powerMode: 2, connectSchedule: 3 }, exp: null },
  ]);
  expect(await readQueue()).toMatchObject([
    { commandId: first, state: 'sent', attempts: 1 },
    { commandId: second, state: 'queued' },
  ]);

  await device.answer(first);
  await expectHeard(device, first, second);
  await device.answer(second);
  expect(await readQueue()).toEqual([]);
  const third = await queue('GpsFix');
  await expectHeard(device, first, second, third);
  await device.answer(third);
  device.client.end(true);
});

type Told = ReceivedEvent<'ReceiveCommandUpdate' | 'ReceiveCommandResponse' | 'ReceiveConnectionUpdate'>;

/** Applies an event to the queue as the console does; an event with fewer attempts is outdated. */
function follow(held: readonly QueuedCommand[], event: Told): readonly QueuedCommand[] {
  if (event.name !== 'ReceiveCommandUpdate') return held;
  const { data } = event;
  if (held.some(({ commandId, attempts }) => commandId === data.commandId && attempts > data.attempts)) return held;
  const others = held.filter(({ commandId }) => commandId !== data.commandId);
  const isListed = LISTED_STATES.some((state) => state === data.state);
  return isListed ? [...others, data].toSorted((one, other) => one.commandId - other.commandId) : others;
}

test('[C-037] a stale queue plus the hub events equals a fresh load', async () => {
  const client = await connectAgm(server, admin);
  const verify = (action: () => Promise<unknown>, ...expected: readonly [Told['name'], ...Told['name'][]]) =>
    verifyEvents<readonly QueuedCommand[], Told['name']>({ client, fetch: readQueue, apply: follow, action, expected });
  const update = 'ReceiveCommandUpdate';
  const device = await listen();
  device.client.end(true);
  await expect
    .poll(
      async () =>
        (
          (await (await server.call('GET', `/api/apexagm/${UID}/device`, { token: admin })).json()) as {
            isConnected: number;
          }
        ).isConnected,
    )
    .toBe(0);

  const ids: number[] = [];
  await verify(async () => ids.push(await queue('PowerMode', { powerMode: 1, connectSchedule: 2 })), update);
  await verify(async () => ids.push(await queue('DeviceRestart')), update);
  await verify(async () => ids.push(await queue('GpsFix')), update);
  const again: CommandDevice[] = [];
  await verify(async () => again.push(await listen()), 'ReceiveConnectionUpdate', update);
  const answer = (place: number, status: (typeof ANSWER)[keyof typeof ANSWER]) => async () =>
    again[0]?.answer(ids[place] ?? 0, status, 1);
  await verify(answer(0, ANSWER.rejected), update, update);
  await verify(answer(1, ANSWER.accepted), update, update, 'ReceiveCommandResponse');
  await verify(() => remove(ids[0]), update);
  await verify(answer(2, ANSWER.busy), update);
  await verify(() => remove(ids[2]), update);
  expect(await readQueue()).toEqual([]);
  client.disconnect();
  again[0]?.client.end(true);
});

test('[C-040] a server that stops with a command in flight loses nothing: the next one sends it again', async () => {
  const [first, second] = [await queue('DeviceRestart'), await queue('GpsFix')];
  const device = await listen();
  await expectHeard(device, first);
  await server.app.close();

  const nextPort = await findFreePort();
  const next = await startTestServer({ settings: { WAYMARK_MQTT_PORT: String(nextPort) }, beside: server });
  const again = await listen(nextPort);
  await expectHeard(again, first);
  await again.answer(first);
  await expectHeard(again, first, second);
  await again.answer(second);
  const answer = await next.call('GET', `/api/commands/${UID}`, {
    token: (await next.signIn('admin@demo.waymark')).token,
  });
  expect(await answer.json()).toEqual([]);
  again.client.end(true);
  await next.close();
});
