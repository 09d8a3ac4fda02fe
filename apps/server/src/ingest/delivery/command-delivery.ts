import { setImmediate as nextTurn } from 'node:timers/promises';
import { expireCommands } from '../../features/commands/deliveries.store.ts';
import type { CommandRow } from '../../features/commands/commands.wire.ts';
import { findDue, listWaitingUids } from '../../features/commands/deliveries.queries.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { Coalescer } from '../../platform/coalescer.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import type { Log } from '../../platform/log.ts';
import { Outage } from '../../platform/outage.ts';
import { writePublication } from './command-publication.ts';
import { sendNext, sendPutOff, settleUnanswered } from './delivery-changes.ts';
import { BATCH, CHECK_EVERY_MS } from './delivery-rules.ts';
import { isCollision } from './collision.ts';
import { findReachable, type Broker } from './reach.ts';
import { PendingWork } from './pending-work.ts';

interface Parts {
  readonly database: Database;
  /** null: devices cannot connect, but commands still expire. */
  readonly broker: () => Broker | null;
  readonly log: Log;
  /** UTC milliseconds. */
  readonly now: () => number;
}

/**
 * Sends queued commands to connected devices. Requests since the last round share the next one, with many devices per
 * transaction; a command is published after the commit that marks it as sent. A command lost with its connection or
 * node is found again when its answer is overdue.
 */
export class CommandDelivery {
  readonly #parts: Parts;
  readonly #reader: Reader;
  readonly #outage: Outage;
  readonly #rounds = new Coalescer(() => this.#tryRound(), { gather: nextTurn });
  readonly #leaving = new Set<Promise<void>>();
  #pending = new PendingWork();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#reader = parts.database.read(systemScope('commands'));
    this.#outage = new Outage(parts.log, {
      began: 'sending commands failed; they wait and are retried',
      ended: 'commands are sent again',
      level: 'error',
    });
  }

  start(): void {
    this.review();
    this.#timer = setInterval(() => this.check(), CHECK_EVERY_MS);
    this.#timer.unref();
  }

  /** Called when the device has subscribed: earlier commands may have been lost. */
  onSubscribed(uid: number): void {
    this.#pending.connected.add(uid);
    void this.#rounds.request();
  }

  /** Checks these devices for commands to send; null: all devices. */
  request(uids: readonly number[] | null): void {
    if (uids === null) this.#pending.isAll = true;
    else for (const uid of uids) this.#pending.uids.add(uid);
    void this.#rounds.request();
  }

  review(): void {
    this.request(null);
  }

  /** Checks for commands that are overdue or expired. */
  check(): void {
    this.#pending.isCheckDue = true;
    void this.#rounds.request();
  }

  /** Resolves when all requested rounds are done and their commands are published. */
  async settle(): Promise<void> {
    await this.#rounds.settle();
    await Promise.all(this.#leaving);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#rounds.close();
  }

  /** Runs a round; after a failure, pending work waits for the next check. */
  async #tryRound(): Promise<void> {
    const work = this.#pending;
    this.#pending = new PendingWork();
    try {
      await this.#deliver(work);
      this.#outage.end();
    } catch (error) {
      this.#pending.add(work);
      if (isCollision(error)) void this.#rounds.request();
      else this.#outage.begin(error);
    }
  }

  async #deliver(work: PendingWork): Promise<void> {
    if (work.isCheckDue) await this.#checkTime();
    if (!this.#parts.broker()?.isConnected) return;
    const named = [...work.uids, ...work.connected];
    const uids = new Set(named.length > 0 ? await listWaitingUids(this.#reader, named) : []);
    if (work.isAll) for (const uid of await listWaitingUids(this.#reader, null)) uids.add(uid);
    const all = [...uids];
    for (let at = 0; at < all.length; at += BATCH) await this.#sendTo(all.slice(at, at + BATCH), work.connected);
  }

  async #sendTo(uids: readonly number[], connected: ReadonlySet<number>): Promise<void> {
    const { broker, now } = this.#parts;
    const reachable = await findReachable(broker(), this.#reader, uids);
    if (reachable.length === 0) return;
    await this.#change((change) =>
      sendNext(change, { uids: reachable, connected: reachable.filter((uid) => connected.has(uid)) }, now()),
    );
  }

  async #checkTime(): Promise<void> {
    const { broker, now } = this.#parts;
    const { isDue, isExpired } = await findDue(this.#reader, now());
    if (isExpired)
      await this.#parts.database.change(systemOrigin('commands'), (change) => expireCommands(change, now()));
    // Without the external broker the node does not know which devices are connected.
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
    // A device that connects before this publication gets it, so nothing is lost and no repeat is needed.
    this.#pending.connected.delete(row.uid);
    const leaving = this.#publish(row)
      .catch((error: unknown) =>
        this.#parts.log.info(
          { err: error, uid: row.uid, commandId: row.id },
          'publishing a command failed; it is sent again',
        ),
      )
      .finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }

  async #publish(row: CommandRow): Promise<void> {
    await this.#parts.broker()?.publish(writePublication(row));
  }
}
