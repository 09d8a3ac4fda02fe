import { readFile } from 'node:fs/promises';
import { encodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import type { LinkConfig } from '../config.ts';
import { createCredentialCheck, findUidByImei, listClientAccess } from '../features/credentials/credentials.queries.ts';
import { findThing, rememberThing } from '../features/devices/cloudloop-thing.store.ts';
import { COMMANDS_CHANNEL, readCommandsNotice } from '../features/commands/commands-notice.ts';
import { DEVICE_ACCESS_CHANNEL, readDeviceAccessNotice } from '../features/credentials/device-access-notice.ts';
import { DOWNLOAD_WISHES_CHANNEL, readWishesNotice } from '../features/downloads/downloads-notice.ts';
import {
  readReplacedConnectionsNotice,
  REPLACED_CONNECTIONS_CHANNEL,
} from '../features/records/replaced-connections-notice.ts';
import { listTables, type Retention } from '../features/records/retention.ts';
import { systemScope } from '../platform/access/scope.ts';
import { systemOrigin } from '../platform/http/call.ts';
import type { Context } from '../platform/part.ts';
import type { Metrics } from '../platform/metrics.ts';
import { readTlsFiles } from '../platform/tls.ts';
import { AccessReview } from './access-review.ts';
import { CommandDelivery } from './delivery/command-delivery.ts';
import { DownloadDelivery } from './delivery/download-delivery.ts';
import { DeviceDirectory } from './device-directory.ts';
import { createAllowList } from './device-server/source-allow-list.ts';
import { SatelliteDelivery } from './delivery/satellite-delivery.ts';
import { DirectIpListener } from './iridium/directip-listener.ts';
import { createMtSender } from './iridium/mt-sender.ts';
import { createRockblockVerifier } from './iridium/rockblock-signature.ts';
import { createTakePayload } from './iridium/take-payload.ts';
import { createWebhookIntake, type TakeWebhook } from './iridium/webhook-intake.ts';
import { BrokerClient } from './mqtt/broker-client.ts';
import { DeviceEndpoint } from './mqtt/endpoint.ts';
import type { GatewayOptions, MqttGateway } from './mqtt/gateway.ts';
import { InputWatch, type Input } from './input-watch.ts';
import { createMessageRates } from './message-rate.ts';
import { PendingMessages } from './pending-messages.ts';
import { Receiver } from './receive.ts';

interface Parts extends Context {
  readonly config: { readonly links: LinkConfig; readonly retention: Retention; readonly host: string };
  /** The id of this node in the table nodes. */
  readonly nodeId: string;
  /** Limit of connections of devices and relays. */
  readonly maxConnections: number;
  /** A frame of a live stream, as the device sent it. */
  readonly onStream: (uid: number, payload: Uint8Array) => void;
}

export interface Ingest {
  readonly takeWebhook: TakeWebhook;
  /** Messages that are not stored yet. */
  readonly waiting: () => number;
  /** Opens the links to the devices. */
  listen(): Promise<void>;
  /** Clients of the embedded broker, or connections to the external one. */
  readonly connections: () => number;
  readonly broker: () => 'none' | 'inside' | 'up' | 'away';
}

async function readPem(path: string | undefined): Promise<Buffer | undefined> {
  return path === undefined ? undefined : readFile(path);
}

/** undefined: devices connect without a proxy. */
function readProxies({ deviceProxies }: LinkConfig) {
  return deviceProxies.length === 0 ? undefined : createAllowList(deviceProxies);
}

async function startBroker(
  { config: { links, host }, database, nodeId, maxConnections }: Parts,
  options: GatewayOptions,
): Promise<MqttGateway | null> {
  const { mqttUrl: url, nodeName, mqttTls, mqttPort } = links;
  if (url !== undefined) {
    const ca = await readPem(links.mqttCa);
    return BrokerClient.start({ ...options, url, nodeName, ...(ca && { ca }) });
  }
  if (mqttPort === 0 && !mqttTls) return null;
  const verify = createCredentialCheck(database.read(systemScope('device sign-in')));
  return DeviceEndpoint.start({
    ...options,
    host,
    port: mqttPort === 0 ? null : mqttPort,
    credentials: { verify },
    nodeId,
    limits: { maxPerAddress: links.mqttConnectionsPerAddress, maxConnections },
    isProxy: readProxies(links),
    ...(mqttTls && { tls: { port: mqttTls.port, ...(await readTlsFiles(mqttTls)) } }),
  });
}

/** null: no gateway is configured. */
function createSender({ config: { links }, database }: Parts) {
  if (links.iridiumMtUrl === undefined) return null;
  return createMtSender({
    url: links.iridiumMtUrl,
    maxPayload: links.iridiumMtMax,
    findThing: (imei) => findThing(database.read(systemScope('satellite messages')), imei),
  });
}

interface Reconnectable {
  oldestPendingMs(): number;
  reconnect(olderThanMs: number): number;
}

function nameInput(name: string, ...ways: readonly Reconnectable[]): Input {
  return {
    name,
    oldestMs: () => Math.max(...ways.map((way) => way.oldestPendingMs())),
    reconnect: (olderThanMs) => ways.reduce((sum, way) => sum + way.reconnect(olderThanMs), 0),
  };
}

interface Watched {
  readonly receiver: Receiver;
  readonly inputs: InputWatch;
  readonly connections: () => number;
}

function watchIngest(metrics: Metrics, { receiver, inputs, connections }: Watched): void {
  metrics.watch('device_connections', 'Connections of devices and relays, or to the external broker.', () => ({
    mqtt: connections(),
  }));
  metrics.watch('device_messages', 'Packets of devices: stored since the start, their batches, waiting now.', () => {
    const { stored, batches, waiting } = receiver.figures;
    return { stored, batches, waiting };
  });
  metrics.watch(
    'unacknowledged_seconds',
    'Age of the oldest message of a device that was received and is not acknowledged, by input.',
    () => inputs.oldestSeconds,
  );
  metrics.watch(
    'input_reconnections',
    'Connections that were ended because messages on them were not acknowledged, by input, since the start.',
    () => inputs.reconnections,
  );
  metrics.watch('rejected_messages', 'Messages of devices that nobody could use, by reason, since the start.', () =>
    Object.fromEntries(receiver.figures.rejected),
  );
}

/** Connects the links of the devices with the tables. */
export async function createIngestPart(parts: Parts): Promise<Ingest> {
  const { database, notices, partitions, config, log } = parts;
  const { links } = config;
  const now = Date.now;
  const receiver = new Receiver({
    database,
    directory: new DeviceDirectory(database, notices),
    partitions,
    log,
    now,
    keptDays: new Map(listTables(config.retention).map(({ table, days }) => [table, days])),
  });
  const resolveImei = (imei: string) => findUidByImei(database.read(systemScope('ingest')), imei);
  const rates = createMessageRates(links.deviceMessagesPerSecond);
  const take = createTakePayload({ door: receiver, resolveImei, now, rates });
  const refuse = receiver.refuse.bind(receiver);
  const publicKey = await readPem(links.rockblockPublicKey);
  const verifyRockblock = publicKey && (await createRockblockVerifier(publicKey.toString()));
  let broker: MqttGateway | null = null;
  const listeners: DirectIpListener[] = [];
  const webhooks = new PendingMessages();
  const inputs = new InputWatch({
    inputs: () => [
      ...(broker ? [nameInput('mqtt', broker)] : []),
      ...(listeners.length > 0 ? [nameInput('directip', ...listeners)] : []),
      { name: 'webhook', oldestMs: () => webhooks.oldestMs },
    ],
    doorMs: () => receiver.oldestMs,
    isDatabaseAway: parts.isDatabaseAway,
    log,
  });

  const review = new AccessReview({
    listClients: () => broker?.clients() ?? [],
    listAccess: (clientIds) => listClientAccess(database.read(systemScope('device access')), clientIds),
    log,
  });
  notices.on(DEVICE_ACCESS_CHANNEL, {
    hear: (payload) => {
      const { clientIds, issuedAt } = readDeviceAccessNotice(payload);
      for (const clientId of clientIds) broker?.disconnect(clientId, issuedAt);
    },
    back: () => void review.run(),
  });

  notices.on(REPLACED_CONNECTIONS_CHANNEL, {
    hear: (payload) => {
      for (const connection of readReplacedConnectionsNotice(payload)) broker?.endReplaced(connection);
    },
  });

  const satellites = new SatelliteDelivery({ database, box: parts.box, send: createSender(parts), log, now });
  notices.on(COMMANDS_CHANNEL, {
    hear: (payload) => satellites.request(readCommandsNotice(payload)),
    back: () => satellites.request(null),
  });

  const delivery = new CommandDelivery({ database, broker: () => broker, log, now });
  notices.on(COMMANDS_CHANNEL, {
    hear: (payload) => delivery.request(readCommandsNotice(payload)),
    back: () => delivery.review(),
  });

  const downloads = new DownloadDelivery({ database, broker: () => broker, log });
  notices.on(DOWNLOAD_WISHES_CHANNEL, {
    hear: (payload) => downloads.request(readWishesNotice(payload)),
    back: () => downloads.request(null),
  });

  async function sendTime(uid: number): Promise<void> {
    await broker?.publish(encodeDownlink(uid, { name: 'time', body: { t: now() } }));
  }

  const takeWebhook = createWebhookIntake({
    take,
    refuse,
    now,
    verifyRockblock,
    onThing: (imei, thing) =>
      void database
        .change(systemOrigin('ingest'), (change) => rememberThing(change, imei, thing))
        .catch((error: unknown) =>
          log.info({ err: error }, 'storing the Cloudloop name of a device failed; retrying with its next message'),
        ),
  });

  watchIngest(parts.metrics, { receiver, inputs, connections: () => broker?.connections() ?? 0 });
  return {
    waiting: () => receiver.figures.waiting,
    takeWebhook: (webhook) => takeWebhook(webhook).finally(webhooks.begin()),
    connections: () => broker?.connections() ?? 0,
    broker: () => {
      if (links.mqttUrl === undefined) return broker ? 'inside' : 'none';
      return (broker?.connections() ?? 0) > 0 ? 'up' : 'away';
    },
    listen: async () => {
      const { closing } = parts;
      closing.add('input watch', () => inputs.close());
      closing.add('receiver', async () => receiver.close());
      closing.add('access review', async () => review.close());
      closing.add('satellite commands', () => satellites.close());
      satellites.start();
      broker = await startBroker(parts, {
        door: receiver,
        log,
        now,
        rates,
        onStream: parts.onStream,
        onConnected: (uid) => {
          void sendTime(uid).catch((error: unknown) =>
            log.info({ err: error, uid }, 'sending the time to a device failed; it gets it with its next connection'),
          );
          delivery.onSubscribed(uid);
          downloads.onSubscribed(uid);
        },
        onBroker: () => {
          delivery.review();
          downloads.request(null);
        },
      });
      if (broker) closing.add('MQTT', () => broker?.close());
      delivery.start();
      closing.add('command delivery', () => delivery.close());
      downloads.request(null);
      closing.add('asking for downloads', () => downloads.close());
      const directIp = {
        host: config.host,
        allow: links.iridiumAllow,
        isProxy: readProxies(links),
        confirm: links.iridiumConfirm,
        take,
        refuse,
        log,
        now,
      };
      const tls = links.iridiumTls && { port: links.iridiumTls.port, tls: await readTlsFiles(links.iridiumTls) };
      for (const at of [{ port: links.iridiumPort }, ...(tls ? [tls] : [])]) {
        if (at.port === 0) continue;
        const listener = new DirectIpListener({ ...directIp, ...at });
        await listener.listen();
        listeners.push(listener);
        closing.add('DirectIP', () => listener.close());
      }
    },
  };
}
