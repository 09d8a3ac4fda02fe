import type { PublishPacket } from 'aedes';
import type { ClientSession } from './client-session.ts';
import type { GatewayOptions } from './gateway.ts';
import { InFlight } from './in-flight.ts';
import type { OfflineNotices } from './offline-notices.ts';
import { passOn, takePublication } from './take-publication.ts';

/** What clients of the broker inside this server publish, on its way to the door. */
export class UplinkIntake {
  readonly #options: GatewayOptions;
  readonly #notices: OfflineNotices;
  readonly #inFlight = new InFlight();

  constructor(options: GatewayOptions, notices: OfflineNotices) {
    this.#options = options;
    this.#notices = notices;
  }

  /** `done` when the client may have its acknowledgement; with an error it must not. */
  take(session: ClientSession, { topic, payload: content }: PublishPacket, done: (error?: Error) => void): void {
    const { door, now, onStream } = this.#options;
    const { clientId: sender, link } = session;
    const payload = typeof content === 'string' ? Buffer.from(content) : content;
    const taken = takePublication({ topic, payload, sender, link, receivedAt: now() });
    if (taken.kind === 'stream') onStream?.(taken.uid, payload);
    if (taken.kind === 'message') {
      const { uid, uplink } = taken.message;
      session.note(uid, uplink);
      if (uplink.name === 'status') this.#notices.cancel(uid, link);
    }
    const stored = passOn(door, taken);
    if (stored) this.#inFlight.follow(stored, done);
    else done();
  }

  async drain(timeoutMs: number): Promise<void> {
    await this.#inFlight.drain(timeoutMs);
  }
}
