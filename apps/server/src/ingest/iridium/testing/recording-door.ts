import type { DeviceMessage, Door, Rejection } from '../../device-message.ts';

/** A door that remembers what came; storing can be held up or made to fail. */
export class RecordingDoor implements Door {
  readonly received: DeviceMessage[][] = [];
  readonly refused: Rejection[] = [];
  failure: Error | undefined;
  /** How often it was asked to store messages, whether it has done so or not. */
  asked = 0;
  #held: Promise<void> = Promise.resolve();

  /** Everything waits from now on, until the returned function is called. */
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
