import type { DeviceMessage, Door, Rejection } from '../device-message.ts';

/** A receiver whose storing a test delays, fails and watches. */
export class TrialDoor implements Door {
  readonly messages: DeviceMessage[] = [];
  readonly rejections: Rejection[] = [];
  #held: PromiseWithResolvers<void> | null = null;
  #isFailing = false;

  async receive(messages: readonly DeviceMessage[]): Promise<void> {
    this.messages.push(...messages);
    await this.#store();
  }

  async refuse(rejection: Rejection): Promise<void> {
    this.rejections.push(rejection);
    await this.#store();
  }

  /** Delays storing until `release`. */
  hold(): void {
    this.#held = Promise.withResolvers();
  }

  release(): void {
    this.#held?.resolve();
    this.#held = null;
  }

  failFromNowOn(isFailing: boolean): void {
    this.#isFailing = isFailing;
  }

  /** Lists the received messages of a device: `hb`, `online`, `lwt`, `sleep` … */
  list(uid: number): readonly string[] {
    return this.messages
      .filter((message) => message.uid === uid)
      .map((message) => {
        if (message.name !== 'status') return message.name;
        return message.body.online === 1 ? 'online' : message.body.why;
      });
  }

  async #store(): Promise<void> {
    if (this.#isFailing) throw new Error('the database is away');
    await this.#held?.promise;
  }
}
