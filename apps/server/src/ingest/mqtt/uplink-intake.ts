import type { PublishPacket } from 'aedes';
import type { DeviceConnection } from '../../features/records/device-connection.ts';
import { Acknowledgements } from './acknowledgements.ts';
import type { ClientSession } from './client-session.ts';
import type { GatewayOptions } from './gateway.ts';
import { InFlight } from './in-flight.ts';
import type { OfflineNotices } from './offline-notices.ts';
import { passOn, takePublication, type Taken } from './take-publication.ts';

export interface UplinkIntakeOptions extends GatewayOptions {
  readonly nodeId: string;
}

/** What clients of the broker inside this server publish, on its way to the door. */
export class UplinkIntake {
  readonly #options: UplinkIntakeOptions;
  readonly #notices: OfflineNotices;
  readonly #inFlight = new InFlight();
  readonly #acknowledgements = new Acknowledgements();

  constructor(options: UplinkIntakeOptions, notices: OfflineNotices) {
    this.#options = options;
    this.#notices = notices;
  }

  /** `done` when the client may have its acknowledgement; with an error it must not. */
  take(session: ClientSession, packet: PublishPacket, done: (error?: Error) => void): void {
    const { topic, payload: content } = packet;
    const { door, now, onStream, nodeId } = this.#options;
    const { clientId: sender, link } = session;
    const payload = typeof content === 'string' ? Buffer.from(content) : content;
    const publication = { topic, payload, sender, link, receivedAt: now() } as const;
    const taken = tellConnection(takePublication(publication), session.connection(nodeId));
    if (taken.kind === 'stream') onStream?.(taken.uid, payload);
    if (taken.kind === 'message') {
      const { uid, uplink } = taken.message;
      session.note(uid, uplink);
      if (uplink.name === 'status') this.#notices.cancel(uid, link);
    }
    const stored = passOn(door, taken);
    const end = stored && packet.qos > 0 ? session.pending.begin() : undefined;
    const finish = (error?: Error) => {
      end?.();
      if (!error) this.#acknowledge(session, packet);
      done(error);
    };
    if (stored) this.#inFlight.follow(stored, finish);
    else finish();
  }

  /** One that is acknowledged here is done with for aedes, as one of QoS 0 is; a full connection is left to its care. */
  #acknowledge({ client }: ClientSession, packet: PublishPacket): void {
    if (packet.qos !== 1 || packet.messageId === undefined || client.conn.writableNeedDrain) return;
    this.#acknowledgements.add(client, packet.messageId);
    packet.qos = 0;
  }

  async drain(timeoutMs: number): Promise<void> {
    await this.#inFlight.drain(timeoutMs);
  }
}

/** A status says who is there: which connection says so decides between nodes. */
function tellConnection(taken: Taken, connection: DeviceConnection): Taken {
  if (taken.kind !== 'message' || taken.message.uplink.name !== 'status') return taken;
  return { kind: 'message', message: { ...taken.message, connection } };
}
