import type { OutboxMessage, OutboxTransport } from './outbox.worker.ts';

const KEPT = 100;

/** Takes the mails with password links of a demo without a mail server and keeps the newest in memory, for the demo to show. */
export class DemoMailbox implements OutboxTransport {
  readonly #texts = new Map<string, string>();

  send({ id, text }: OutboxMessage): Promise<void> {
    this.#texts.delete(id);
    this.#texts.set(id, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > KEPT && oldest !== undefined) this.#texts.delete(oldest);
    return Promise.resolve();
  }

  /** The text of the mail as it was sent. */
  findText(id: string): string | undefined {
    return this.#texts.get(id);
  }
}
