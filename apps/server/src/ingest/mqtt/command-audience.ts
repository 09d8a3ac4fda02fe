import type { ClientSession } from './client-session.ts';

const COMMAND_FILTER = /^agm\/v1\/(\d+)\/dn\/(?:cmd|#|\+)$/;

/** Which devices hear their commands at this broker. Two relays may stand beside the same device. */
export class CommandAudience {
  readonly #counts = new Map<number, number>();
  readonly #filters = new WeakMap<ClientSession, Map<string, number>>();

  has(uid: number): boolean {
    return this.#counts.has(uid);
  }

  /** The session may subscribe to this. */
  add(session: ClientSession, filter: string): void {
    const uidText = COMMAND_FILTER.exec(filter)?.[1];
    const filters = this.#filters.get(session) ?? new Map<string, number>();
    if (uidText === undefined || filters.has(filter)) return;
    const uid = Number(uidText);
    this.#filters.set(session, filters.set(filter, uid));
    this.#counts.set(uid, (this.#counts.get(uid) ?? 0) + 1);
  }

  remove(session: ClientSession, filter: string): void {
    const filters = this.#filters.get(session);
    const uid = filters?.get(filter);
    if (uid === undefined) return;
    filters?.delete(filter);
    const count = (this.#counts.get(uid) ?? 0) - 1;
    if (count > 0) this.#counts.set(uid, count);
    else this.#counts.delete(uid);
  }

  removeAll(session: ClientSession): void {
    for (const filter of this.#filters.get(session)?.keys() ?? []) this.remove(session, filter);
  }
}
