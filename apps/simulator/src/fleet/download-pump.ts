import { isSending } from '../device/device-download.ts';
import type { DeviceState } from '../device/state.ts';
import type { Timeline } from './timeline.ts';
import type { VirtualDevice } from './virtual-device.ts';

export interface DownloadPumpOptions {
  readonly timeline: Timeline;
  /** Throughput of a modem. Infinity: as fast as packets are acknowledged. */
  readonly packetsPerS: number;
}

/** Limits the packets in flight; the rest waits in the device, where a lost connection does not affect it. */
export const MOST_UNDER_WAY = 16;
const SHORTEST_TICK_MS = 20;

const hasPackets = ({ downloads, life }: DeviceState) => life === 'online' && downloads.some(isSending);

/** Sends the pending downloads of all online devices in small batches. */
export class DownloadPump {
  readonly #timeline: Timeline;
  readonly #tickMs: number;
  readonly #packetsPerTick: number;
  readonly #running = new Set<number>();

  constructor({ timeline, packetsPerS }: DownloadPumpOptions) {
    this.#timeline = timeline;
    this.#tickMs = packetsPerS === Infinity ? 0 : Math.max(SHORTEST_TICK_MS, 1000 / packetsPerS);
    this.#packetsPerTick =
      packetsPerS === Infinity ? Infinity : Math.max(1, Math.round((packetsPerS * this.#tickMs) / 1000));
  }

  /** Must be called after every step. */
  watch(device: VirtualDevice): void {
    if (!hasPackets(device.state) || this.#running.has(device.uid) || this.#timeline.isReplaying) return;
    this.#running.add(device.uid);
    this.#send(device);
  }

  #send(device: VirtualDevice): void {
    if (!hasPackets(device.state)) return void this.#running.delete(device.uid);
    const room = MOST_UNDER_WAY - device.unacknowledged;
    if (room <= 0) return void this.#waitForRoom(device);
    device.post({ kind: 'packets', count: Math.min(room, this.#packetsPerTick) });
    this.#timeline.plan(this.#timeline.now() + this.#tickMs, () => this.#send(device));
  }

  async #waitForRoom(device: VirtualDevice): Promise<void> {
    await device.waitUntil(({ unacknowledged, state }) => unacknowledged < MOST_UNDER_WAY || !hasPackets(state));
    this.#send(device);
  }
}
