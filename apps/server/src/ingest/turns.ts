import type { Uid } from '@waymark/domain/ids';
import type { DeviceMessage } from './device-message.ts';

/** The messages of one packet, which are stored together. */
export type Packet = readonly DeviceMessage[];

/** Packets of one device that share a transaction and its promise. */
export interface Turn {
  readonly uid: Uid;
  readonly packets: Packet[];
  readonly stored: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const PACKETS_PER_TURN = 16;
/** A device crowds out others when it has more than this pending, and this many times the average of the others. */
const CROWD_LEAST = 8;
const CROWD_FACTOR = 4;

/** Pending packets by device. Devices are served round-robin; the packets of a device keep their order. */
export class Turns {
  readonly #devices = new Map<number, Turn[]>();
  #length = 0;

  /** Packets in all turns. */
  get length(): number {
    return this.#length;
  }

  has(uid: Uid): boolean {
    return this.#devices.has(uid);
  }

  add(packet: Packet): Turn {
    const uid = packet[0]?.uid ?? 0;
    const turn = this.#findOpen(uid);
    turn.packets.push(packet);
    this.#length += 1;
    return turn;
  }

  append(uid: Uid, turns: readonly Turn[]): void {
    this.#devices.set(uid, [...(this.#devices.get(uid) ?? []), ...turns]);
    this.#length += countPackets(turns);
  }

  /** Takes one turn of each device, then another of each, up to `most` packets. */
  take(most: number): Turn[] {
    const taken: Turn[] = [];
    let count = 0;
    for (const [uid, turns] of this.#devices) {
      const turn = count < most ? turns.shift() : undefined;
      if (!turn) break;
      taken.push(turn);
      count += turn.packets.length;
      // A device with more turns moves to the end, where this loop reaches it again.
      this.#devices.delete(uid);
      if (turns.length > 0) this.#devices.set(uid, turns);
    }
    this.#length -= count;
    return taken;
  }

  /** Removes devices with far more pending packets than the others. */
  takeCrowds(): (readonly [uid: Uid, turns: readonly Turn[]])[] {
    if (this.#length <= CROWD_LEAST) return [];
    const [all, devices] = [this.#length, this.#devices.size];
    const crowds = [...this.#devices].filter(([, turns]) => {
      const own = countPackets(turns);
      const average = devices === 1 ? 0 : (all - own) / (devices - 1);
      return own > Math.max(CROWD_LEAST, CROWD_FACTOR * average);
    });
    for (const [uid, turns] of crowds) {
      this.#devices.delete(uid);
      this.#length -= countPackets(turns);
    }
    return crowds;
  }

  #findOpen(uid: Uid): Turn {
    const turns = this.#devices.get(uid);
    const last = turns?.at(-1);
    if (last && last.packets.length < PACKETS_PER_TURN) return last;
    const { promise: stored, resolve, reject } = Promise.withResolvers<void>();
    const turn: Turn = { uid, packets: [], stored, resolve, reject };
    if (turns) turns.push(turn);
    else this.#devices.set(uid, [turn]);
    return turn;
  }
}

function countPackets(turns: readonly Turn[]): number {
  return turns.reduce((sum, { packets }) => sum + packets.length, 0);
}
