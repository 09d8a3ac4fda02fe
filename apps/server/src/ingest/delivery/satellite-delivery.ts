import { listSatelliteTasks, type SatelliteTask } from '../../features/commands/satellite-deliveries.queries.ts';
import { noteObstacle } from '../../features/commands/satellite-deliveries.store.ts';
import { systemScope } from '../../platform/access/scope.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import type { Log } from '../../platform/log.ts';
import { isCollision } from './collision.ts';
import { handOver, type HandOverParts } from './satellite-hand-over.ts';

export interface SatelliteDeliveryParts extends HandOverParts {
  readonly log: Log;
}

/** How often everything is looked through: what no notice tells of, as a device that has come under a satellite. */
const LOOK_EVERY_MS = 15_000;
/** Devices whose commands are with the gateway at the same time. */
const MOST_AT_ONCE = 8;

type Wanted = ReadonlySet<number> | 'all';

function join(one: Wanted | null, uids: readonly number[] | null): Wanted {
  return one === 'all' || uids === null ? 'all' : new Set([...(one ?? []), ...uids]);
}

/** Brings commands to satellite devices: one at a time to each, some devices at once. */
export class SatelliteDelivery {
  readonly #parts: SatelliteDeliveryParts;
  /** Devices that something may go to, and those that something goes to now. */
  readonly #due = new Set<number>();
  readonly #busy = new Map<number, Promise<void>>();
  #wanted: Wanted | null = null;
  #looking: Promise<void> | null = null;
  #clock: NodeJS.Timeout | undefined;
  #isFailing = false;
  #isClosed = false;

  constructor(parts: SatelliteDeliveryParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#clock = setInterval(() => this.hear(null), LOOK_EVERY_MS);
    this.#clock.unref();
    this.hear(null);
  }

  /** Something may go to these devices; null: to any. */
  hear(uids: readonly number[] | null): void {
    if (this.#isClosed) return;
    this.#wanted = join(this.#wanted, uids);
    this.#looking ??= this.#look();
  }

  /** Resolves when all it knows of is done. */
  async settle(): Promise<void> {
    while (this.#looking || this.#busy.size > 0) await Promise.all([this.#looking, ...this.#busy.values()]);
  }

  /** Begins nothing more, and waits for the gateway's answers. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#clock);
    this.#due.clear();
    await this.settle();
  }

  async #look(): Promise<void> {
    for (let wanted = this.#takeWanted(); wanted; wanted = this.#takeWanted()) {
      await this.#attempt(async () => this.#take(await this.#list(wanted)));
    }
    this.#looking = null;
  }

  #takeWanted(): Wanted | null {
    const wanted = this.#isClosed ? null : this.#wanted;
    this.#wanted = null;
    return wanted;
  }

  #list(wanted: Wanted): Promise<SatelliteTask[]> {
    const { database, send, now } = this.#parts;
    const uids = wanted === 'all' ? null : [...wanted];
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
      if (this.#isClosed || this.#busy.size >= MOST_AT_ONCE) return;
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

  /** What fails, as while the database is away, is looked at again by the clock; the log tells it once. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#isFailing = false;
    } catch (error) {
      if (isCollision(error)) return;
      if (!this.#isFailing)
        this.#parts.log.warn({ err: error }, 'commands to satellite devices wait and are tried again');
      this.#isFailing = true;
    }
  }
}
