import { readFile } from 'node:fs/promises';
import { encodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import type { Uid } from '@waymark/domain/ids';
import type { LinkConfig } from '../config.ts';
import { DEVICE_ACCESS_CHANNEL, readDeviceAccessNotice } from '../features/credentials/credentials.api.ts';
import { findUidByImei, listClientAccess } from '../features/credentials/credentials.queries.ts';
import type { Deliveries, SatelliteLink } from '../features/commands/commands.api.ts';
import { findThing, rememberThing } from '../features/devices/devices.api.ts';
import * as records from '../features/records/records.api.ts';
import { systemScope } from '../platform/access/scope.ts';
import { systemOrigin } from '../platform/http/call.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Context } from '../platform/part.ts';
import { AccessReview } from './access-review.ts';
import { DeviceDirectory } from './device-directory.ts';
import { InputWatch, type Input } from './input-watch.ts';
import type { DirectIpListener } from './iridium/directip-listener.ts';
import { createMtSender } from './iridium/mt-sender.ts';
import { createSessionReceiver, type ReceiveSession } from './iridium/receive-session.ts';
import { createRockblockVerifier, type VerifyRockblockBody } from './iridium/rockblock-signature.ts';
import { createSatelliteLink } from './iridium/satellite-link.ts';
import { startListeners } from './iridium/start-listeners.ts';
import { createWebhookIntake, type ReceiveWebhook } from './iridium/webhook-intake.ts';
import { createMessageRates, type MessageRates } from './message-rate.ts';
import { createCellularLink } from './mqtt/cellular-link.ts';
import type { MqttGateway } from './mqtt/gateway.ts';
import { startGateway } from './mqtt/start-gateway.ts';
import { PendingMessages } from './pending-messages.ts';
import { Receiver } from './receive.ts';

interface Parts extends Context {
  readonly config: { readonly links: LinkConfig; readonly retention: records.Retention; readonly host: string };
  /** The id of this node in the table nodes. */
  readonly nodeId: string;
  /** Limit of connections of devices and relays. */
  readonly maxConnections: number;
  /** A frame of a live stream, as the device sent it. */
  readonly onStream: (uid: Uid, payload: Uint8Array) => void;
  /** Sends over the links when they are open. */
  readonly deliveries: Deliveries;
}

/** Creates the part that connects the links of the devices with the tables. */
export async function createIngestPart(parts: Parts): Promise<Ingest> {
  const { rockblockPublicKey } = parts.config.links;
  const publicKey = rockblockPublicKey === undefined ? undefined : await readFile(rockblockPublicKey, 'utf8');
  return new Ingest(parts, publicKey === undefined ? undefined : await createRockblockVerifier(publicKey));
}

export class Ingest {
  readonly #parts: Parts;
  readonly #receiver: Receiver;
  readonly #receiveSession: ReceiveSession;
  readonly #receiveWebhook: ReceiveWebhook;
  readonly #rates: MessageRates;
  readonly #webhooks = new PendingMessages();
  readonly #inputs: InputWatch;
  readonly #review: AccessReview;
  readonly #satelliteLink: SatelliteLink | null;
  #gateway: MqttGateway | null = null;
  #listeners: readonly DirectIpListener[] = [];

  constructor(parts: Parts, verifyRockblock: VerifyRockblockBody | undefined) {
    const { database, notices, partitions, config, log, isDatabaseAway } = parts;
    this.#parts = parts;
    this.#rates = createMessageRates(config.links.deviceMessagesPerSecond);
    this.#receiver = new Receiver({
      database,
      directory: new DeviceDirectory(database, notices),
      partitions,
      log,
      now: Date.now,
      keptDays: new Map(records.listTables(config.retention).map(({ table, days }) => [table, days])),
    });
    this.#receiveSession = createSessionReceiver({
      door: this.#receiver,
      resolveImei: (imei) => findUidByImei(database.read(systemScope('ingest')), imei),
      now: Date.now,
      rates: this.#rates,
    });
    this.#receiveWebhook = createWebhookIntake({
      ...this.#satelliteIntake(),
      verifyRockblock,
      onThing: (imei, thing) => void this.#storeThing(imei, thing),
    });
    this.#inputs = new InputWatch({
      inputs: () => this.#listInputs(),
      doorMs: () => this.#receiver.oldestMs,
      isDatabaseAway,
      log,
    });
    this.#review = new AccessReview({
      listClients: () => this.#gateway?.clients() ?? [],
      listAccess: (clientIds) => listClientAccess(database.read(systemScope('device access')), clientIds),
      log,
    });
    this.#satelliteLink = openSatelliteLink(parts);
    this.#listenToNotices();
    watchMetrics(parts.metrics, this, this.#receiver, this.#inputs);
  }

  /** Messages that are not stored yet. */
  get pending(): number {
    return this.#receiver.figures.waiting;
  }

  /** Clients of the endpoint, or connections to the external broker. */
  get connections(): number {
    return this.#gateway?.connections() ?? 0;
  }

  get broker(): 'none' | 'inside' | 'up' | 'away' {
    if (this.#parts.config.links.mqttUrl === undefined) return this.#gateway ? 'inside' : 'none';
    return this.connections > 0 ? 'up' : 'away';
  }

  readonly receiveWebhook: ReceiveWebhook = (webhook) => this.#receiveWebhook(webhook).finally(this.#webhooks.begin());

  /** Opens the links to the devices. */
  async listen(): Promise<void> {
    const { database, config, nodeId, maxConnections, onStream, deliveries, closing, log } = this.#parts;
    const { links, host } = config;
    closing.add('input watch', () => this.#inputs.close());
    closing.add('receiver', async () => this.#receiver.close());
    closing.add('access review', async () => this.#review.close());
    this.#gateway = await startGateway({
      links,
      host,
      database,
      nodeId,
      maxConnections,
      onStream,
      log,
      now: Date.now,
      door: this.#receiver,
      rates: this.#rates,
      onConnected: (uid) => this.#onSubscribed(uid),
      onBroker: () => deliveries.onBroker(),
    });
    closing.add('MQTT', async () => this.#gateway?.close());
    const cellular = this.#gateway && createCellularLink(this.#gateway);
    deliveries.start({ cellular, satellite: this.#satelliteLink });
    this.#listeners = await startListeners({ ...this.#satelliteIntake(), links, host, closing, log });
  }

  #satelliteIntake() {
    return { receive: this.#receiveSession, refuse: this.#receiver.refuse.bind(this.#receiver), now: Date.now };
  }

  #listInputs(): Input[] {
    return [
      ...(this.#gateway ? [nameInput('mqtt', [this.#gateway])] : []),
      ...(this.#listeners.length > 0 ? [nameInput('directip', this.#listeners)] : []),
      { name: 'webhook', oldestMs: () => this.#webhooks.oldestMs },
    ];
  }

  #listenToNotices(): void {
    const { notices } = this.#parts;
    notices.on(DEVICE_ACCESS_CHANNEL, {
      hear: (payload) => {
        const { clientIds, issuedAt } = readDeviceAccessNotice(payload);
        for (const clientId of clientIds) this.#gateway?.disconnect(clientId, issuedAt);
      },
      back: () => void this.#review.run(),
    });
    notices.on(records.REPLACED_CONNECTIONS_CHANNEL, {
      hear: (payload) => {
        for (const connection of records.readReplacedConnectionsNotice(payload)) this.#gateway?.endReplaced(connection);
      },
    });
  }

  /** Sends the time and pending messages to a device that has subscribed. */
  #onSubscribed(uid: Uid): void {
    const time = encodeDownlink(uid, { name: 'time', body: { t: Date.now() } });
    this.#gateway
      ?.publish(time)
      .catch((error: unknown) =>
        this.#parts.log.info({ err: error, uid }, 'sending the time failed; retrying with the next connection'),
      );
    this.#parts.deliveries.onSubscribed(uid);
  }

  async #storeThing(imei: string, thing: string): Promise<void> {
    try {
      await this.#parts.database.change(systemOrigin('ingest'), (change) => rememberThing(change, imei, thing));
    } catch (error) {
      this.#parts.log.info(
        { err: error },
        'storing the Cloudloop name of a device failed; retrying with its next message',
      );
    }
  }
}

/** null: no gateway to satellites is configured. */
function openSatelliteLink({ config, database }: Parts): SatelliteLink | null {
  const { iridiumMtUrl: url, iridiumMtMax: maxPayload } = config.links;
  if (url === undefined) return null;
  const reader = database.read(systemScope('satellite messages'));
  return createSatelliteLink(createMtSender({ url, maxPayload, findThing: (imei) => findThing(reader, imei) }));
}

interface Reconnectable {
  oldestPendingMs(): number;
  reconnect(olderThanMs: number): number;
}

function nameInput(name: string, links: readonly Reconnectable[]): Input {
  return {
    name,
    oldestMs: () => Math.max(...links.map((link) => link.oldestPendingMs())),
    reconnect: (olderThanMs) => links.reduce((sum, link) => sum + link.reconnect(olderThanMs), 0),
  };
}

function watchMetrics(metrics: Metrics, ingest: Ingest, receiver: Receiver, inputs: InputWatch): void {
  metrics.watch('device_connections', 'Connections of devices and relays, or to the external broker.', () => ({
    mqtt: ingest.connections,
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
  metrics.watch('rejected_messages', 'Unusable messages of devices, by reason, since the start.', () =>
    Object.fromEntries(receiver.figures.rejected),
  );
}
