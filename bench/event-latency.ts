import { createHash } from 'node:crypto';
import mqtt from 'mqtt';
import pg from 'pg';
import { io } from 'socket.io-client';
import * as parser from 'socket.io-msgpack-parser';

interface Probe {
  readonly address: string;
  readonly mqttPort: number;
  readonly device: { readonly uid: number; readonly password: string };
  readonly connection: pg.ClientConfig;
  readonly warmUpMs: number;
  readonly forMs: number;
}

const EVERY_MS = 20;

async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/api/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'password',
      username: 'admin@demo.waymark',
      password: 'Waymark-demo-1',
      client_id: 'bench',
    }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function addDevice({ connection, device }: Probe): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const hash = createHash('sha256').update(device.password).digest();
  await client.query('insert into devices (uid, group_id) values ($1, 1)', [device.uid]);
  await client.query('insert into device_states (uid) values ($1)', [device.uid]);
  await client.query(
    "insert into device_credentials (uid, password_hash, broker_hash, message_key) values ($1, $2, '', '')",
    [device.uid, hash],
  );
  await client.end();
}

/** 99th percentile of the time from publishing a heartbeat to receiving its event in a console, at fifty per second. */
export async function measureEventP99(probe: Probe): Promise<number> {
  const { address, mqttPort, device, warmUpMs, forMs } = probe;
  await addDevice(probe);
  const socket = io(`${address}/agm`, {
    path: '/hub',
    parser,
    transports: ['websocket'],
    auth: { token: await signIn(address) },
  });
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    clientId: `agm-${device.uid}`,
    username: String(device.uid),
    password: device.password,
    protocolVersion: 4,
  });
  const sentAt = new Map<number, number>();
  const waits: number[] = [];
  socket.on('ReceiveHeartbeat', ({ uid, battery }: { uid: number; battery: number }) => {
    const at = uid === device.uid ? sentAt.get(battery) : undefined;
    if (at !== undefined) waits.push(performance.now() - at);
  });
  let t = Date.now() - 60_000;
  let battery = 0;
  const publish = () => {
    battery += 1;
    sentAt.set(battery, performance.now());
    const body = {
      t: ++t,
      via: 'cell',
      satelliteCount: 9,
      lat: 36,
      lon: -96,
      altitude: 200,
      signalStrength: 85,
      battery,
      errorFlag: 0,
      numberOfflineFiles: 0,
      numberOnlineFiles: 0,
      numberIridiumOfflineFiles: 0,
      powerSupplyState: 0,
      geophoneConnected: 1,
      externalAntennaConnected: 0,
      internalAntennaFoldState: 1,
    };
    client.publish(`agm/v1/${device.uid}/up/hb`, JSON.stringify(body), { qos: 1 });
  };
  await new Promise((resolve) => setTimeout(resolve, warmUpMs));
  const timer = setInterval(publish, EVERY_MS);
  await new Promise((resolve) => setTimeout(resolve, forMs));
  clearInterval(timer);
  await new Promise((resolve) => setTimeout(resolve, 500));
  socket.disconnect();
  await client.endAsync(true);
  waits.sort((one, other) => one - other);
  if (waits.length === 0) throw new Error('no event arrived');
  return waits[Math.floor(waits.length * 0.99)] ?? 0;
}
