import { formatDeviceClientId, formatDownlinkFilter } from '@waymark/device-protocol/mqtt/access';
import { decodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import { buildLastWill } from '@waymark/device-protocol/mqtt/status';
import { encodeUplink } from '@waymark/device-protocol/mqtt/uplink';
import type { Report } from '../device/report.ts';
import type { DeliverInput, Link } from './link.ts';
import { MqttConnection, type MqttServer } from './mqtt-connection.ts';
import { buildGarbage, encodeReport } from './report-publications.ts';

export interface CellularLinkOptions {
  readonly server: MqttServer;
  readonly uid: number;
  readonly password: string;
  readonly deliver: DeliverInput;
  readonly onError: (error: Error) => void;
}

/** A device's own modem: an MQTT connection under its own uid. */
export class CellularLink implements Link {
  readonly #uid: number;
  readonly #connection: MqttConnection;

  constructor({ server, uid, password, deliver, onError }: CellularLinkOptions) {
    this.#uid = uid;
    const identity = {
      clientId: formatDeviceClientId(uid),
      username: String(uid),
      password,
      will: encodeUplink(uid, { name: 'status', body: buildLastWill('cell') }),
      filters: [formatDownlinkFilter(uid)],
    };
    this.#connection = new MqttConnection(server, identity, {
      onConnected: () => deliver({ kind: 'connected' }),
      onLost: () => deliver({ kind: 'lost' }),
      onMessage: (topic, payload) => deliverDownlink(deliver, topic, payload),
      onError,
    });
  }

  get pending(): number {
    return this.#connection.pending;
  }

  open(): void {
    this.#connection.open();
  }

  async send(report: Report): Promise<void> {
    await Promise.all(encodeReport(this.#uid, report).map((publication) => this.#connection.publish(publication)));
  }

  async sendGarbage(bytes: Uint8Array): Promise<void> {
    await this.#connection.publish(buildGarbage(this.#uid, bytes));
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  cut(): void {
    this.#connection.cut();
  }

  giveUp(): void {
    this.#connection.giveUp();
  }
}

/** Ignores messages of an unknown version, and the server's clock: the device has that of its satellites. */
export function deliverDownlink(deliver: DeliverInput, topic: string, payload: Uint8Array): void {
  const decoded = decodeDownlink(topic, payload);
  if (!decoded.ok) return;
  const { downlink } = decoded.value;
  if (downlink.name === 'cmd') deliver({ kind: 'command', command: downlink.body });
  if (downlink.name === 'dl') deliver({ kind: 'again', request: downlink.body });
}
