import type { Report } from '../device/report.ts';
import type { DeliverInput, Link } from '../transport/link.ts';

/** A fake link that connects and acknowledges at once and records everything. */
export class RecordingLink implements Link {
  readonly pending = 0;
  readonly sent: Report[];
  readonly events: string[] = [];
  readonly #deliver: DeliverInput;

  constructor(deliver: DeliverInput, sent: Report[] = []) {
    this.#deliver = deliver;
    this.sent = sent;
  }

  open(): void {
    this.events.push('open');
    this.#deliver({ kind: 'connected' });
  }

  send(report: Report): Promise<void> {
    this.sent.push(report);
    return Promise.resolve();
  }

  sendGarbage(): Promise<void> {
    this.events.push('garbage');
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.events.push('close');
    return Promise.resolve();
  }

  cut(): void {
    this.events.push('cut');
    this.#deliver({ kind: 'lost' });
  }

  giveUp(): void {
    this.events.push('give up');
  }
}
