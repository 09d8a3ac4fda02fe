import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import mqtt, { type MqttClient } from 'mqtt';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, test } from 'vitest';
import { verifyEvents } from '../hub/testing/verify-events.ts';
import { connectAgm } from '../testing/hub-client.ts';
import { findFreePort } from '../testing/server-process.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import type { DurableUplink } from './device-message.ts';
import { heartbeatAt, passageAt } from './testing/test-door.ts';

// For any device message, the old state plus the events equals a fresh load.

type State = Readonly<Record<string, unknown>>;

const UID = 100_234;
let server: TestServer;
let device: MqttClient;
let console_: Socket;
let admin: string;

beforeAll(async () => {
  const port = await findFreePort();
  server = await startTestServer({ settings: { WAYMARK_MQTT_PORT: String(port) } });
  const { token } = await server.signIn('superadmin@demo.waymark');
  const groups = (await (await server.call('GET', '/api/admin/group', { token })).json()) as { id: number }[];
  const body = { uid: UID, group: groups[0]?.id, lat: 0, lon: 0 };
  const added = await server.call('POST', '/api/admin/apexagm/add', { token, body });
  const { credential } = (await added.json()) as {
    credential: { clientId: string; username: string; password: string };
  };
  device = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    ...credential,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  admin = (await server.signIn('admin@demo.waymark')).token;
  console_ = await connectAgm(server, admin);
});
afterAll(async () => {
  device.end(true);
  console_.disconnect();
  await server.close();
});

async function say(uplink: DurableUplink): Promise<void> {
  const { topic, payload, qos, retain } = encodeUplink(UID, uplink);
  await device.publishAsync(topic, Buffer.from(payload), { qos, retain });
}

const fetchDevice = async (): Promise<State> =>
  (await server.call('GET', `/api/apexagm/${UID}/device`, { token: admin })).json() as Promise<State>;

/** Maps fields of a settings response to fields of the device; the console has the same table. */
const SETTINGS: Readonly<Record<string, string>> = {
  powerMode: 'lastPowerMode',
  connectionSchedule: 'lastSchedule',
  recordMode: 'lastRecordMode',
  geoMode: 'lastGeoMode',
  streamMode: 'lastStreamMode',
  psgState: 'psgState',
  psgSize: 'psgSize',
  firmwareVersion: 'firmwareVersion',
  productNumber: 'productNumber',
  ...Object.fromEntries(
    [0, 1, 2, 3].flatMap((n) => [
      [`frequency${n}Setting`, `lastFrequency${n}Setting`],
      [`sensitivity${n}`, `lastSensitivity${n}`],
      [`enable${n}`, `lastEnable${n}`],
    ]),
  ),
};

function applySettings(parameters: State): State {
  const known = Object.entries(parameters).filter(([name, value]) => name in SETTINGS && value !== null);
  return Object.fromEntries(known.map(([name, value]) => [SETTINGS[name] ?? name, value]));
}

function apply(stale: State, { name, data }: { readonly name: string; readonly data: unknown }): State {
  const { uid: _uid, kind: _kind, ...said } = data as Record<string, unknown>;
  switch (name) {
    case 'ReceiveHeartbeat': {
      const { lat, lon, battery, signalStrength, heartbeatTimeStamp, numberOfflineFiles, numberOnlineFiles } = said;
      const place = lat === 0 && lon === 0 ? {} : { lat, lon };
      return {
        ...stale,
        ...place,
        lastBattery: battery,
        lastSignalStrength: -Number(signalStrength),
        lastHeartbeat: heartbeatTimeStamp,
        numberOfflineFiles,
        numberOnlineFiles,
      };
    }
    case 'ReceivePassage': {
      // The event of the passage's main record arrives first.
      const { passageTimeStamp, detectionCount, passageId } = said;
      if (stale['lastPassage'] === passageTimeStamp) return stale;
      return { ...stale, lastPassage: passageTimeStamp, lastDetectionCount: detectionCount, lastPassageId: passageId };
    }
    case 'ReceiveCommandResponse':
      return { ...stale, ...applySettings((said['command'] as { parameters: State }).parameters) };
    case 'ReceiveDownloadMode':
      return { ...stale, isAutodownload: said['isAutoDownload'] };
    default:
      return { ...stale, ...said };
  }
}

const nothing = {
  frequency0Setting: null,
  frequency1Setting: null,
  frequency2Setting: null,
  frequency3Setting: null,
  enable0: null,
  enable1: null,
  enable2: null,
  enable3: null,
  sensitivity0: null,
  sensitivity1: null,
  sensitivity2: null,
  sensitivity3: null,
  recordMode: null,
  powerMode: null,
  connectionSchedule: null,
  geoMode: null,
  foldAntDetectorState: null,
  offlineDownloadState: null,
  psgState: null,
  psgSize: null,
  streamEnable: null,
} as const;

const t = Date.now() - 60_000;
const info = {
  firmwareMajorVersion: 10,
  firmwareMinorVersion: 80,
  protocolVersion: 3,
  hardwareMajorVersion: 2,
  hardwareMinorVersion: 1,
  productNumber: 62,
};

const cases: readonly [what: string, act: () => Promise<unknown>, expected: readonly string[]][] = [
  [
    'coming online',
    () => say({ name: 'status', body: { online: 1, via: 'cell', fw: '10.71', t } }),
    ['ReceiveConnectionUpdate'],
  ],
  ['a heartbeat', () => say(heartbeatAt(t)), ['ReceiveHeartbeat']],
  ['a heartbeat at 0/0', () => say(heartbeatAt(t + 1000, { lat: 0, lon: 0, battery: 7777 })), ['ReceiveHeartbeat']],
  ['a passage', () => say(passageAt(t)), ['ReceivePassage', 'ReceivePassage', 'ReceivePassage']],
  [
    'settings',
    () =>
      say({
        name: 'settings',
        body: {
          ...nothing,
          t,
          id: 7,
          powerMode: 2,
          connectionSchedule: 3,
          frequency1Setting: 22,
          sensitivity1: 4,
          enable1: 1,
          streamEnable: 1,
        },
      }),
    ['ReceiveCommandResponse'],
  ],
  ['device information', () => say({ name: 'info', body: { ...info, t, id: null } }), ['ReceiveCommandResponse']],
  [
    'a carrier',
    () =>
      say({
        name: 'carrier',
        body: { activeCarrier: 'AT&T', primaryCarrier: 'FirstNet', registrationStatus: 'Registered' },
      }),
    ['ReceiveCellularCarrierInfo'],
  ],
  [
    'a disk',
    () =>
      say({
        name: 'disk',
        body: { diskUseMBytes: 9214, diskSizeMBytes: 15_204, numberOfflineFiles: 2, numberOnlineFiles: 3 },
      }),
    ['ReceiveDiskUse'],
  ],
  [
    'auto-download',
    () => server.call('POST', `/api/apexagm/${UID}/autodownload`, { token: admin, body: true }),
    ['ReceiveDownloadMode'],
  ],
  [
    'sleep',
    () => say({ name: 'status', body: { online: 0, why: 'sleep', via: 'cell', until: t + 3_600_000, t } }),
    ['ReceiveConnectionUpdate'],
  ],
];

test.each(cases)('a device state follows its hub events: %s', async (_what, action, expected) => {
  await verifyEvents({ client: console_, fetch: fetchDevice, apply, action, expected: expected as never });
});
