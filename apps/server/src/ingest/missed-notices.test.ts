import { createHash } from 'node:crypto';
import { formatRelayClientId } from '@waymark/device-protocol/mqtt/access';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layCable, type Cable } from '../testing/cable.ts';
import { findFreePort } from '../testing/server-process.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { connectDevice, connectRelay, ONLINE, passwordOf, say, untilClosed } from './testing/mqtt-device.ts';
import { insertTestDevices } from './testing/test-devices.ts';

// Two nodes; devices are connected to the one whose database connection breaks.

let node: TestServer;
let other: TestServer;
let cable: Cable;
let port: number;
let superadmin: string;
const clients: MqttClient[] = [];

beforeAll(async () => {
  port = await findFreePort();
  node = await startTestServer({
    settings: { WAYMARK_MQTT_PORT: String(port) },
    reach: async (connection) => {
      cable = await layCable(connection);
      return { ...connection, host: '127.0.0.1', port: cable.port };
    },
  });
  other = await startTestServer({ beside: node });
  superadmin = (await other.signIn('superadmin@demo.waymark')).token;
});
afterAll(async () => {
  for (const client of clients) client.end(true);
  await other.close();
  await node.close();
  await cable.cut();
});

/** Calls the other node. */
async function call(method: string, address: string): Promise<void> {
  const response = await other.call(method, `/api${address}`, { token: superadmin });
  expect(response.ok).toBe(true);
}

/** Inserted directly, so that no notice about them is pending when they connect. */
async function insertRelay(name: string, uids: readonly number[]): Promise<void> {
  const { pool } = other.app.database;
  const hash = createHash('sha256')
    .update(passwordOf(formatRelayClientId(name)))
    .digest();
  await pool.query("insert into relays (name, group_id, password_hash, broker_hash) values ($1, 1, $2, '')", [
    name,
    hash,
  ]);
  await pool.query('insert into relay_devices (name, group_id, uid) select $1, 1, unnest($2::bigint[])', [name, uids]);
}

test('connections whose access ended during missed notices are closed when notices are back', async () => {
  await insertTestDevices(other.connection, [200_001, 200_002, 200_003, 200_004]);
  await insertRelay('truck-1', [200_001, 200_002]);
  await insertRelay('truck-2', [200_001, 200_004]);
  await insertRelay('truck-3', [200_001]);
  const kept = [await connectDevice(port, 200_001), await connectRelay(port, 'truck-1')];
  const ended = [
    await connectDevice(port, 200_002),
    await connectDevice(port, 200_003),
    await connectDevice(port, 200_004),
    await connectRelay(port, 'truck-2'),
    await connectRelay(port, 'truck-3'),
  ];
  clients.push(...kept, ...ended);

  await cable.cut();
  await call('DELETE', '/admin/apexagm/200002/credential');
  await call('POST', '/admin/apexagm/200003/credential');
  await call('DELETE', '/admin/apexagm/200004');
  await call('DELETE', '/gateway?name=truck-3');
  expect(clients.every(({ connected }) => connected)).toBe(true);
  await cable.mend();

  await Promise.all(ended.map(untilClosed));
  await Promise.all(kept.map((client) => say(client, 200_001, ONLINE)));
}, 60_000);
