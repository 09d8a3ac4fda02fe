import { DEVICES_CHANNEL } from '../features/devices/devices.store.ts';
import type { Database } from '../platform/database/database.ts';
import type { Notices } from '../platform/database/notices.ts';
import { systemScope } from '../platform/access/scope.ts';

/** Which company holds a device: asked for every message, so it is remembered until a node says that it changed. */
export class DeviceDirectory {
  readonly #database: Database;
  readonly #notices: Notices;
  readonly #groups = new Map<number, number>();

  constructor(database: Database, notices: Notices) {
    this.#database = database;
    this.#notices = notices;
    notices.on(DEVICES_CHANNEL, { hear: () => this.#groups.clear(), missed: () => this.#groups.clear() });
  }

  /** The company of each device that exists. */
  async findGroups(uids: ReadonlySet<number>): Promise<ReadonlyMap<number, number>> {
    const unknown = [...uids].filter((uid) => !this.#groups.has(uid));
    if (unknown.length === 0) return this.#groups;
    const rows = await this.#database
      .read(systemScope('ingest'))
      .db.selectFrom('devices')
      .select(['uid', 'group_id'])
      .where('uid', 'in', unknown)
      .execute();
    const found = new Map(rows.map((row) => [row.uid, row.group_id]));
    if (!this.#notices.isListening) return new Map([...this.#groups, ...found]);
    for (const [uid, groupId] of found) this.#groups.set(uid, groupId);
    return this.#groups;
  }
}
