import { listSatelliteTasks, type SatelliteTask } from '../../features/commands/satellite-deliveries.queries.ts';
import { noteObstacle } from '../../features/commands/satellite-deliveries.store.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { Coalescer } from '../../platform/coalescer.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import type { Log } from '../../platform/log.ts';
import { Outage } from '../../platform/outage.ts';
import { isCollision } from './collision.ts';
import { handOver, type HandOverParts } from './satellite-hand-over.ts';

export interface SatelliteDeliveryParts extends HandOverParts {
  readonly log: Log;
}

/** Interval of polls for changes without a notice, for example a device that has switched to satellite. */
const POLL_EVERY_MS = 15_000;
/** Concurrent hand-overs to the gateway. */
const MOST_AT_ONCE = 8;

type Uids = ReadonlySet<number> | 'all';

function join(one: Uids | null, uids: readonly number[] | null): Uids {
  return one === 'all' || uids === null ? 'all' : new Set([...(one ?? []), ...uids]);
}

/** Sends commands to satellite devices: one at a time per device, several devices in parallel. */
export class SatelliteDelivery {
  readonly #parts: SatelliteDeliveryParts;
  /** Devices with pending commands, and devices that are being served. */
  readonly #due = new Set<number>();
  readonly #busy = new Map<number, Promise<void>>();
  readonly #polls = new Coalescer(() => this.#poll());
  readonly #outage: Outage;
  #pending: Uids | null = null;
  #clock: NodeJS.Timeout | undefined;

  constructor(parts: SatelliteDeliveryParts) {
    this.#parts = parts;
    this.#outage = new Outage(parts.log, {
      began: 'sending commands to satellite devices failed; they wait and are retried',
      ended: 'commands to satellite devices are sent again',
    });
  }

  start(): void {
    this.#clock = setInterval(() => this.request(null), POLL_EVERY_MS);
    this.#clock.unref();
    this.request(null);
  }

  /** Checks these devices for pending commands; null: all devices. */
  request(uids: readonly number[] | null): void {
    this.#pending = join(this.#pending, uids);
    void this.#polls.request();
  }

  /** Resolves when no work is pending. */
  async settle(): Promise<void> {
    while (!this.#polls.isIdle || this.#busy.size > 0)
      await Promise.all([this.#polls.settle(), ...this.#busy.values()]);
  }

  /** Starts no further work and waits for the gateway's answers. */
  async close(): Promise<void> {
    clearInterval(this.#clock);
    this.#due.clear();
    await this.#polls.close();
    await this.settle();
  }

  async #poll(): Promise<void> {
    const pending = this.#pending;
    this.#pending = null;
    if (pending) await this.#attempt(async () => this.#take(await this.#list(pending)));
  }

  #list(pending: Uids): Promise<SatelliteTask[]> {
    const { database, send, now } = this.#parts;
    const uids = pending === 'all' ? null : [...pending];
    return listSatelliteTasks(database.read(systemScope('satellite delivery')), {
      uids,
      hasGateway: send !== null,
      now: now(),
    });
  }

  async #take(tasks: readonly SatelliteTask[]): Promise<void> {
    const { database, now } = this.#parts;
    const waiting = Map.groupBy(tasks, ({ obstacle }) => obstacle);
    for (const { uid } of waiting.get(null) ?? []) this.#due.add(uid);
    this.#fill();
    for (const [note, blocked] of waiting) {
      if (note === null) continue;
      const ids = blocked.map(({ commandId }) => commandId);
      await database.change(systemOrigin('satellite delivery'), (change) =>
        noteObstacle(change, ids, { now: now(), note }),
      );
    }
  }

  #fill(): void {
    for (const uid of this.#due) {
      if (this.#polls.isClosed || this.#busy.size >= MOST_AT_ONCE) return;
      if (this.#busy.has(uid)) continue;
      this.#due.delete(uid);
      this.#busy.set(uid, this.#serve(uid));
    }
  }

  async #serve(uid: number): Promise<void> {
    await this.#attempt(() => handOver(this.#parts, uid));
    this.#busy.delete(uid);
    this.#fill();
  }

  /** Failed work is retried with the next poll; the log reports an outage once. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#outage.end();
    } catch (error) {
      if (!isCollision(error)) this.#outage.begin(error);
    }
  }
}
