import type { Uid } from '@waymark/domain/ids';
import type { StreamListener } from '../../hub/stream-listener.ts';

/** The listeners of each device on this node. */
export class Listeners {
  readonly #byUid = new Map<number, Set<StreamListener>>();
  readonly #byListener = new Map<StreamListener, Set<number>>();
  readonly #onTurn: (uid: Uid, isHeard: boolean) => void;

  /** `onTurn`: the first listener of a device has come, or the last has left. */
  constructor(onTurn: (uid: Uid, isHeard: boolean) => void) {
    this.#onTurn = onTurn;
  }

  /** Adds a device to those that the connection listens to. */
  add(listener: StreamListener, uid: Uid): void {
    const uids = this.#byListener.get(listener) ?? new Set();
    this.#byListener.set(listener, uids.add(uid));
    const listeners = this.#byUid.get(uid) ?? new Set();
    const isFirst = listeners.size === 0;
    this.#byUid.set(uid, listeners.add(listener));
    if (isFirst) this.#onTurn(uid, true);
  }

  remove(listener: StreamListener, uid: Uid): void {
    const uids = this.#byListener.get(listener);
    if (!uids?.delete(uid)) return;
    listener.forget(uid);
    if (uids.size === 0) this.#byListener.delete(listener);
    const listeners = this.#byUid.get(uid);
    listeners?.delete(listener);
    if (listeners?.size !== 0) return;
    this.#byUid.delete(uid);
    this.#onTurn(uid, false);
  }

  /** Removes the listeners of a connection that has ended. */
  removeAll(listener: StreamListener): void {
    for (const uid of this.uidsOf(listener)) this.remove(listener, uid);
  }

  of(uid: Uid): ReadonlySet<StreamListener> | undefined {
    return this.#byUid.get(uid);
  }

  uidsOf(listener: StreamListener): readonly number[] {
    return [...(this.#byListener.get(listener) ?? [])];
  }

  all(): readonly StreamListener[] {
    return [...this.#byListener.keys()];
  }

  uids(): readonly number[] {
    return [...this.#byUid.keys()];
  }

  get figures(): { readonly connections: number; readonly devices: number } {
    return { connections: this.#byListener.size, devices: this.#byUid.size };
  }
}
