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
import { PendingWork } from './pending-work.ts';

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
  #pending = new PendingWork();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#reader = parts.database.read(systemScope('downloads'));
  }

  /** Called when the device has subscribed again. */
  onSubscribed(uid: number): void {
    this.#pending.connected.add(uid);
    void this.#rounds.request();
  }

  /** Checks these devices for due requests; null: all devices. */
  request(uids: readonly number[] | null): void {
    if (uids === null) this.#pending.isAll = true;
    else for (const uid of uids) this.#pending.uids.add(uid);
    void this.#rounds.request();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
  }

  async #tryRound(): Promise<void> {
    const work = this.#pending;
    this.#pending = new PendingWork();
    try {
      for (const wish of await this.#take(work)) this.#send(wish);
    } catch (error) {
      // A job repeats the notice every minute.
      this.#parts.log.info({ err: error }, 'requesting missing packets failed; retrying within a minute');
    }
  }

  async #take(work: PendingWork): Promise<DownloadWish[]> {
    const { broker, database } = this.#parts;
    const named = [...work.uids, ...work.connected];
    const owing = new Set(named.length > 0 ? await listOwingUids(this.#reader, named) : []);
    if (work.isAll) for (const uid of await listOwingUids(this.#reader, null)) owing.add(uid);
    const uids = await findReachable(broker(), this.#reader, [...owing]);
    if (uids.length === 0) return [];
    const connected = uids.filter((uid) => work.connected.has(uid));
    return database.change(systemOrigin('downloads'), (change) => takeWishes(change, { uids, come: connected }));
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
