import { encodeDownlink } from '@waymark/device-protocol/mqtt/downlink';
import { listOwingUids } from '../../features/downloads/wishes.queries.ts';
import { takeWishes, type DownloadWish } from '../../features/downloads/wishes.store.ts';
import { systemScope } from '../../platform/access/scope.ts';
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
 * Asks devices that hold a connection for packets of downloads that have not come. The wishes are in the database: a node
 * that reaches the device takes them, and one that does not come true is found again by its time.
 */
export class DownloadDelivery {
  readonly #parts: Parts;
  readonly #reader: Reader;
  #wanted = new Wanted();
  #round: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#reader = parts.database.read(systemScope('downloads'));
  }

  /** The device listens again. */
  greet(uid: number): void {
    this.#wanted.come.add(uid);
    this.#begin();
  }

  /** These devices are to be asked; null: any. */
  look(uids: readonly number[] | null): void {
    if (uids === null) this.#wanted.isAll = true;
    else for (const uid of uids) this.#wanted.uids.add(uid);
    this.#begin();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#round;
  }

  #begin(): void {
    if (!this.#isClosed) this.#round ??= this.#run();
  }

  async #run(): Promise<void> {
    // What comes in the same turn belongs to the same round.
    await new Promise(setImmediate);
    while (!this.#wanted.isNothing && !this.#isClosed) await this.#tryRound();
    this.#round = undefined;
  }

  async #tryRound(): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = new Wanted();
    try {
      for (const wish of await this.#take(wanted)) this.#send(wish);
    } catch (error) {
      // Every minute the wishes are told of again.
      this.#parts.log.info({ err: error }, 'devices were not asked for packets again; the next look does it');
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
        this.#parts.log.info({ err: error, uid, session }, 'a device was not asked for packets again');
      });
  }
}
