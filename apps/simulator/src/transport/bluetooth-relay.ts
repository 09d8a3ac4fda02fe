import { formatDownlinkFilter, formatRelayClientId } from '@waymark/device-protocol/mqtt/access';
import { buildLastWill } from '@waymark/device-protocol/mqtt/status';
import { parseTopic } from '@waymark/device-protocol/mqtt/topic';
import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import type { Report } from '../device/report.ts';
import { deliverDownlink } from './cellular-link.ts';
import type { DeliverInput, Link } from './link.ts';
import { MqttConnection, type MqttServer } from './mqtt-connection.ts';
import { buildGarbage, encodeReport } from './report-publications.ts';

export interface BluetoothRelayOptions {
  readonly server: MqttServer;
  readonly name: string;
  readonly password: string;
  /** The devices it may represent. The connection has the last will of the first one. */
  readonly uids: readonly [number, ...number[]];
  readonly onError: (error: Error) => void;
}

/** A phone or laptop near some devices: one MQTT connection that carries their Bluetooth reports. */
export class BluetoothRelay {
  readonly connection: MqttConnection;
  readonly #present = new Map<number, DeliverInput>();

  constructor({ server, name, password, uids, onError }: BluetoothRelayOptions) {
    const clientId = formatRelayClientId(name);
    const identity = {
      clientId,
      username: clientId,
      password,
      will: encodeUplink(uids[0], { name: 'status', body: buildLastWill('bt') }),
      filters: uids.map(formatDownlinkFilter),
    };
    this.connection = new MqttConnection(server, identity, {
      onConnected: () => this.#tellAll({ kind: 'connected' }),
      onLost: () => this.#tellAll({ kind: 'lost' }),
      onMessage: (topic, payload) => this.#passOn(topic, payload),
      onError,
    });
  }

  #tellAll(input: Parameters<DeliverInput>[0]): void {
    for (const deliver of this.#present.values()) deliver(input);
  }

  #passOn(topic: string, payload: Uint8Array): void {
    const parsed = parseTopic(topic);
    const deliver = parsed.ok ? this.#present.get(parsed.value.uid) : undefined;
    if (deliver) deliverDownlink(deliver, topic, payload);
  }

  attach(uid: number, deliver: DeliverInput): void {
    this.#present.set(uid, deliver);
    if (this.connection.isConnected) deliver({ kind: 'connected' });
    else this.connection.open();
  }

  /** The connection closes with the last device. */
  async detach(uid: number): Promise<void> {
    this.#present.delete(uid);
    if (this.#present.size === 0) await this.connection.close();
  }
}

/** A device connected through a relay. */
export class BluetoothLink implements Link {
  readonly #uid: number;
  readonly #relay: BluetoothRelay;
  readonly #deliver: DeliverInput;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(uid: number, relay: BluetoothRelay, deliver: DeliverInput) {
    this.#uid = uid;
    this.#relay = relay;
    this.#deliver = deliver;
  }

  get pending(): number {
    return this.#underWay.size;
  }

  open(): void {
    this.#relay.attach(this.#uid, this.#deliver);
  }

  async send(report: Report): Promise<void> {
    const sent = Promise.all(
      encodeReport(this.#uid, report).map((publication) => this.#relay.connection.publish(publication)),
    );
    this.#underWay.add(sent);
    try {
      await sent;
    } finally {
      this.#underWay.delete(sent);
    }
  }

  async sendGarbage(bytes: Uint8Array): Promise<void> {
    await this.#relay.connection.publish(buildGarbage(this.#uid, bytes));
  }

  async close(): Promise<void> {
    if (this.#relay.connection.isConnected) await Promise.allSettled(this.#underWay);
    await this.#relay.detach(this.#uid);
  }

  cut(): void {
    this.#relay.connection.cut();
  }

  giveUp(): void {
    this.#relay.connection.giveUp();
  }
}
