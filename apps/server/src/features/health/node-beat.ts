import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import type { Log } from '../../platform/log.ts';
import type { Tables } from '../../platform/database/tables.ts';

const BEAT_MS = 15_000;
const ORIGIN = systemOrigin('node');

/** The state that a node reports; `loop_delay_ms` is the longest delay since the last report. */
export type NodeFigures = Pick<
  Tables['nodes'],
  | 'consoles'
  | 'device_connections'
  | 'waiting_packets'
  | 'redis'
  | 'broker'
  | 'disk_free_bytes'
  | 'disk_size_bytes'
  | 'loop_delay_ms'
>;

export interface NodeIdentity {
  /** A new one at each start. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly commit: string | null;
}

interface Parts {
  readonly database: Database;
  readonly node: NodeIdentity;
  readonly figures: () => NodeFigures;
  readonly log: Log;
}

/** Deletes nodes that were restarted under this name, and nodes that have been silent for a day. */
async function forgetGone({ db }: Change, id: string, name: string): Promise<void> {
  await sql`with gone as (
      delete from nodes where id <> ${id} and seen_at < now() - case when name = ${name} then interval '1 minute' else interval '1 day' end
      returning id
    )
    delete from device_connections where node_id in (select id from gone)`.execute(db);
}

/** Writes the state of this node into the database every 15 s. */
export class NodeBeat {
  readonly #parts: Parts;
  readonly #startedAt = new Date();
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get #id(): string {
    return this.#parts.node.id;
  }

  async start(): Promise<void> {
    // Forgets the delays of the event loop while the process started: they do not make the node busy.
    this.#parts.figures();
    await this.#beat();
    this.#timer = setInterval(() => {
      this.#beating = this.#beatQuietly();
    }, BEAT_MS);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#parts.database.change(ORIGIN, async ({ db }) => {
      await db.deleteFrom('nodes').where('id', '=', this.#id).execute();
      await db.deleteFrom('device_connections').where('node_id', '=', this.#id).execute();
    });
  }

  async #beatQuietly(): Promise<void> {
    // The outage watch reports a database that is away.
    await this.#beat().catch((error: unknown) =>
      this.#parts.log.info({ err: error }, 'the state of this node was not written; retrying in 15 s'),
    );
  }

  async #beat(): Promise<void> {
    const { database, node, figures } = this.#parts;
    const said = { memory_bytes: process.memoryUsage.rss(), ...figures() };
    await database.change(ORIGIN, async (change) => {
      const brokerSince = sql<Date>`case when nodes.broker = excluded.broker then nodes.broker_since else now() end`;
      const seen = { ...said, seen_at: sql<Date>`now()`, broker_since: brokerSince };
      await change.db
        .insertInto('nodes')
        .values({ ...node, started_at: this.#startedAt, ...said })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
        .execute();
      await forgetGone(change, this.#id, node.name);
    });
  }
}
