import type { Uid } from '@waymark/domain/ids';
import { DEVICES_CHANNEL } from '../platform/access/device-access.ts';
import type { Database } from '../platform/database/database.ts';
import type { Notices } from '../platform/database/notices.ts';
import { systemScope } from '../platform/access/scope.ts';

/** Caches the company of each device, which every message needs, until a node notifies of a change. */
export class DeviceDirectory {
  readonly #database: Database;
  readonly #notices: Notices;
  readonly #groups = new Map<number, number>();
  /** Number of times the cache was cleared. */
  #generation = 0;

  constructor(database: Database, notices: Notices) {
    this.#database = database;
    this.#notices = notices;
    notices.on(DEVICES_CHANNEL, { hear: () => this.forget(), missed: () => this.forget() });
  }

  /** The company of each device that exists. */
  async findGroups(uids: ReadonlySet<Uid>): Promise<ReadonlyMap<number, number>> {
    // Copy the cached entries first: the cache may be cleared during the lookup of the others.
    const groups = this.#recall(uids);
    const unknown = [...uids].filter((uid) => !groups.has(uid));
    if (unknown.length === 0) return groups;
    const generation = this.#notices.isListening ? this.#generation : null;
    const rows = await this.#database
      .read(systemScope('ingest'))
      .db.selectFrom('devices')
      .select(['uid', 'group_id'])
      .where('uid', 'in', unknown)
      .execute();
    // Rows that were read before a change must not be cached after it.
    const isCurrent = generation === this.#generation;
    for (const row of rows) {
      groups.set(row.uid, row.group_id);
      if (isCurrent) this.#groups.set(row.uid, row.group_id);
    }
    return groups;
  }

  #recall(uids: ReadonlySet<Uid>): Map<number, number> {
    const groups = new Map<number, number>();
    for (const uid of uids) {
      const groupId = this.#groups.get(uid);
      if (groupId !== undefined) groups.set(uid, groupId);
    }
    return groups;
  }

  forget(): void {
    this.#groups.clear();
    this.#generation++;
  }
}
