import { expireCommands } from '../../features/commands/deliveries.store.ts';
import type { CommandRow } from '../../features/commands/commands.wire.ts';
import { findDue, listWaitingUids } from '../../features/commands/deliveries.queries.ts';
import { systemScope } from '../../platform/access/scope.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import type { Log } from '../../platform/log.ts';
import { writePublication } from './command-publication.ts';
import { sendNext, sendPutOff, settleUnanswered } from './delivery-changes.ts';
import { BATCH, CHECK_EVERY_MS } from './delivery-rules.ts';
import { isCollision } from './collision.ts';
import { findReachable, type Broker } from './reach.ts';
import { Wanted } from './wanted.ts';

interface Parts {
  readonly database: Database;
  /** null: no device holds a connection, but commands expire. */
  readonly broker: () => Broker | null;
  readonly log: Log;
  /** UTC milliseconds. */
  readonly now: () => number;
}

/**
 * Sends queued commands to devices that hold a connection. What has gathered since the last round is done in the next,
 * many devices in one transaction; a command leaves after the commit that says it has. A command that got lost, with
 * the line or with a node that died, is found again by its time.
 */
export class CommandDelivery {
  readonly #parts: Parts;
  readonly #reader: Reader;
  readonly #leaving = new Set<Promise<void>>();
  #wanted = new Wanted();
  #round: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isFailing = false;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#reader = parts.database.read(systemScope('commands'));
  }

  start(): void {
    this.review();
    this.#timer = setInterval(() => this.check(), CHECK_EVERY_MS);
    this.#timer.unref();
  }

  /** The device listens: what it got before may have been lost. */
  greet(uid: number): void {
    this.#wanted.come.add(uid);
    this.#begin();
  }

  /** Something may go to these devices now; null: to any. */
  look(uids: readonly number[] | null): void {
    if (uids === null) this.#wanted.isAll = true;
    else for (const uid of uids) this.#wanted.uids.add(uid);
    this.#begin();
  }

  review(): void {
    this.look(null);
  }

  /** Time has passed. */
  check(): void {
    this.#wanted.isTime = true;
    this.#begin();
  }

  /** Resolves when everything that was wanted until now is done and has left. */
  async settle(): Promise<void> {
    while (this.#round) await this.#round;
    await Promise.all(this.#leaving);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#round;
  }

  #begin(): void {
    if (this.#isClosed) return;
    this.#round ??= this.#run();
  }

  async #run(): Promise<void> {
    // What comes in the same turn belongs to the same round.
    await new Promise(setImmediate);
    let isFit = true;
    while (isFit && !this.#wanted.isNothing && !this.#isClosed) isFit = await this.#tryRound();
    this.#round = undefined;
  }

  /** False when it failed: what was wanted waits for the next check. */
  async #tryRound(): Promise<boolean> {
    const wanted = this.#wanted;
    this.#wanted = new Wanted();
    try {
      await this.#deliver(wanted);
      this.#noteSuccess();
      return true;
    } catch (error) {
      this.#wanted.add(wanted);
      if (isCollision(error)) return true;
      this.#noteFailure(error);
      return false;
    }
  }

  async #deliver(wanted: Wanted): Promise<void> {
    if (wanted.isTime) await this.#checkTime();
    if (!this.#parts.broker()?.isConnected) return;
    const named = [...wanted.uids, ...wanted.come];
    const uids = new Set(named.length > 0 ? await listWaitingUids(this.#reader, named) : []);
    if (wanted.isAll) for (const uid of await listWaitingUids(this.#reader, null)) uids.add(uid);
    const all = [...uids];
    for (let at = 0; at < all.length; at += BATCH) await this.#sendTo(all.slice(at, at + BATCH), wanted.come);
  }

  async #sendTo(uids: readonly number[], come: ReadonlySet<number>): Promise<void> {
    const { broker, now } = this.#parts;
    const reachable = await findReachable(broker(), this.#reader, uids);
    if (reachable.length === 0) return;
    await this.#change((change) =>
      sendNext(change, { uids: reachable, come: reachable.filter((uid) => come.has(uid)) }, now()),
    );
  }

  async #checkTime(): Promise<void> {
    const { broker, now } = this.#parts;
    const { isDue, isExpired } = await findDue(this.#reader, now());
    if (isExpired)
      await this.#parts.database.change(systemOrigin('commands'), (change) => expireCommands(change, now()));
    // While the external broker is away nobody here knows whom it can reach.
    if (!isDue || broker()?.isConnected === false) return;
    await this.#change(async (change) => {
      const again = await settleUnanswered(change, broker(), now());
      return [...again, ...(await sendPutOff(change, broker(), now()))];
    });
  }

  async #change(work: (change: Change) => Promise<CommandRow[]>): Promise<void> {
    const rows = await this.#parts.database.change(systemOrigin('commands'), work);
    for (const row of rows) this.#send(row);
  }

  #send(row: CommandRow): void {
    // Who has connected before this leaves gets it: nothing was lost that would have to go again.
    this.#wanted.come.delete(row.uid);
    const leaving = this.#publish(row)
      .catch((error: unknown) =>
        this.#parts.log.info(
          { err: error, uid: row.uid, commandId: row.id },
          'a command did not leave; it is sent again',
        ),
      )
      .finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  async #publish(row: CommandRow): Promise<void> {
    await this.#parts.broker()?.publish(writePublication(row));
  }

  #noteFailure(error: unknown): void {
    if (!this.#isFailing)
      this.#parts.log.error({ err: error }, 'commands cannot be sent: they wait and are tried again');
    this.#isFailing = true;
  }

  #noteSuccess(): void {
    if (this.#isFailing) this.#parts.log.warn('commands are sent again');
    this.#isFailing = false;
  }
}
