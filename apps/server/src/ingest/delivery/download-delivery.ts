import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import { listOwingUids } from '../../features/downloads/wishes.queries.ts';
import { takeWishes, type DownloadWish } from '../../features/downloads/wishes.store.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { Coalescer } from '../../platform/coalescer.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import type { Log } from '../../platform/log.ts';
import { findReachable, type Broker } from './reach.ts';
import { Wanted } from './wanted.ts';

interface Parts {
  readonly database: Database;
  readonly broker: () => Broker | null;
  readonly log: Log;
}

/**
 * Requests missing packets of downloads from connected devices. The requests are stored in the database: a node that
 * reaches the device claims them, and an unanswered request becomes due again.
 */
export class DownloadDelivery {
  readonly #parts: Parts;
  readonly #reader: Reader;
  readonly #rounds = new Coalescer(() => this.#tryRound(), { gather: nextTurn });
  #wanted = new Wanted();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#reader = parts.database.read(systemScope('downloads'));
  }

  /** Called when the device has subscribed again. */
  greet(uid: number): void {
    this.#wanted.come.add(uid);
    void this.#rounds.request();
  }

  /** Checks these devices for due requests; null: all devices. */
  look(uids: readonly number[] | null): void {
    if (uids === null) this.#wanted.isAll = true;
    else for (const uid of uids) this.#wanted.uids.add(uid);
    void this.#rounds.request();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
  }

  async #tryRound(): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = new Wanted();
    try {
      for (const wish of await this.#take(wanted)) this.#send(wish);
    } catch (error) {
      // A job repeats the notice every minute.
      this.#parts.log.info({ err: error }, 'requesting missing packets failed; retrying within a minute');
    }
  }

  async #take(wanted: Wanted): Promise<DownloadWish[]> {
    const { broker, database } = this.#parts;
    const named = [...wanted.uids, ...wanted.come];
    const owing = new Set(named.length > 0 ? await listOwingUids(this.#reader, named) : []);
    if (wanted.isAll) for (const uid of await listOwingUids(this.#reader, null)) owing.add(uid);
    const uids = await findReachable(broker(), this.#reader, [...owing]);
    if (uids.length === 0) return [];
    const come = uids.filter((uid) => wanted.come.has(uid));
    return database.change(systemOrigin('downloads'), (change) => takeWishes(change, { uids, come }));
  }

  #send({ uid, session, missing }: DownloadWish): void {
    const publication = encodeDownlink(uid, { name: 'dl', body: { session, missing } });
    void this.#parts
      .broker()
      ?.publish(publication)
      .catch((error: unknown) => {
        this.#parts.log.info(
          { err: error, uid, session },
          'requesting missing packets of a device failed; retrying within a minute',
        );
      });
  }
}
