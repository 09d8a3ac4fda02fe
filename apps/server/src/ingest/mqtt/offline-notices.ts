import { buildLastWill } from '@waymark/device-protocol/mqtt/status';
import type { Log } from '../../platform/log.ts';
import type { Client } from './client.ts';
import type { DeviceMessage, Door } from '../device-message.ts';

export interface OfflineNoticesOptions {
  readonly door: Door;
  readonly log: Log;
  readonly retryMs: number;
  readonly nodeId: string;
}

/** Hands lost devices to the door, and retries until the loss is stored or the device is back. */
export class OfflineNotices {
  readonly #options: OfflineNoticesOptions;
  readonly #waiting = new Map<string, DeviceMessage>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: OfflineNoticesOptions) {
    this.#options = options;
  }

  tell(uid: number, client: Client, receivedAt: number): void {
    const { link } = client;
    const body = buildLastWill(link === 'bluetooth' ? 'bt' : 'cell');
    const connection = client.connection(this.#options.nodeId);
    const message: DeviceMessage = { uid, link, receivedAt, name: 'status', body, connection };
    this.#waiting.set(formatKey(uid, link), message);
    void this.#send(message);
  }

  /** The device is back on this link: a loss that is not stored yet is outdated. */
  cancel(uid: number, link: string): void {
    this.#waiting.delete(formatKey(uid, link));
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #send(message: DeviceMessage): Promise<void> {
    const key = formatKey(message.uid, message.link);
    try {
      await this.#options.door.receive([message]);
      if (this.#waiting.get(key) === message) this.#waiting.delete(key);
    } catch (error) {
      this.#options.log.debug({ err: error, uid: message.uid }, 'a lost device could not be noted yet');
      this.#retryLater();
    }
  }

  #retryLater(): void {
    if (this.#timer !== undefined || this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      for (const message of this.#waiting.values()) void this.#send(message);
    }, this.#options.retryMs);
    this.#timer.unref();
  }
}

function formatKey(uid: number, link: string): string {
  return `${uid} ${link}`;
}
