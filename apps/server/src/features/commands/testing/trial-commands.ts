import type { CommandType } from '@waymark/commands/commands';
import { sql } from 'kysely';
import { deleteCommand, enqueueCommands } from '../queue.store.ts';
import { systemScope } from '../../../platform/access/scope.ts';
import type { DomainEventHandlers } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import { systemOrigin } from '../../../platform/http/call.ts';

/** Commands raise no domain events. */
export const NO_HANDLERS = new Proxy({}, { get: () => [] }) as DomainEventHandlers;

export interface Order {
  readonly uid: number;
  readonly type?: CommandType;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly expiresAt?: number;
}

export interface Step {
  readonly state: string;
  readonly detail: string | null;
}

/** Changes the queue like a user and reads the command tables. */
export class TrialCommands {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Queues commands and returns their ids. Adds missing devices: a pending command must belong to the company of its
   * device.
   */
  async queue(...orders: readonly Order[]): Promise<number[]> {
    const devices = [...new Set(orders.map(({ uid }) => uid))].map((uid) => ({ uid, group_id: 1 }));
    await this.#database
      .read(systemScope('test'))
      .db.insertInto('devices')
      .values(devices)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const drafts = orders.map(({ uid, type = 'DeviceRestart', parameters = {}, expiresAt = null }) => ({
      uid,
      groupId: 1,
      type,
      parameters,
      expiresAt,
      timeStampSent: 0,
    }));
    const rows = await this.#database.change(systemOrigin('test'), (change) =>
      enqueueCommands(change, drafts, { source: 'person' }),
    );
    return rows.map(({ id }) => id);
  }

  async delete(id: number): Promise<boolean> {
    return (await this.#database.change(systemOrigin('test'), (change) => deleteCommand(change, id))) !== undefined;
  }

  async find(id: number) {
    const { db } = this.#database.read(systemScope('test'));
    return db.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  async steps(id: number): Promise<Step[]> {
    const { rows } =
      await sql<Step>`select state, detail from command_steps where command_id = ${id} order by id`.execute(
        this.#database.read(systemScope('test')).db,
      );
    return rows;
  }
}
