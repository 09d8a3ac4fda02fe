import type { DeviceMessage, Door, Rejection } from '../../device-message.ts';

/** A receiver that records its messages; storing can be delayed or made to fail. */
export class RecordingDoor implements Door {
  readonly received: DeviceMessage[][] = [];
  readonly refused: Rejection[] = [];
  failure: Error | undefined;
  /** Number of requests to store messages, including failed ones. */
  asked = 0;
  #held: Promise<void> = Promise.resolve();

  /** Delays storing until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return resolve;
  }

  async receive(messages: readonly DeviceMessage[]): Promise<void> {
    this.asked++;
    await this.#held;
    if (this.failure) throw this.failure;
    this.received.push([...messages]);
  }

  async refuse(rejection: Rejection): Promise<void> {
    await this.#held;
    if (this.failure) throw this.failure;
    this.refused.push(rejection);
  }
}
