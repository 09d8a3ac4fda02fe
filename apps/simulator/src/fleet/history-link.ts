import type { Report } from '../device/report.ts';
import type { DeviceState } from '../device/state.ts';
import type { DeliverInput, Link } from '../transport/link.ts';

function isPresence(report: Report): boolean {
  return report.name === 'status' && (report.body.online === 1 || report.body.why !== 'shutdown');
}

/**
 * Carries the replay of the past over one standing connection: the reports of the device are sent, its connects and
 * disconnects are not. In the present it is the plain link.
 */
export class HistoryLink implements Link {
  readonly #link: Link;
  readonly #deliver: DeliverInput;
  #isPast = true;
  #onReady: (() => void)[] = [];
  #isReady = false;

  constructor(buildLink: (deliver: DeliverInput) => Link, deliver: DeliverInput) {
    this.#deliver = deliver;
    this.#link = buildLink((input) => this.#pass(input));
  }

  #pass(input: Parameters<DeliverInput>[0]): void {
    if (!this.#isPast) return this.#deliver(input);
    if (input.kind === 'command' || input.kind === 'again') return;
    this.#isReady = input.kind === 'connected';
    if (this.#isReady) for (const notify of this.#onReady.splice(0)) notify();
  }

  /** Connects for the replay. */
  prepare(): Promise<void> {
    this.#link.open();
    return this.#isReady ? Promise.resolve() : new Promise((resolve) => this.#onReady.push(resolve));
  }

  /** Enters the present: the standing connection becomes that of the device, or closes. */
  async enterPresent(state: DeviceState, presence: readonly Report[]): Promise<void> {
    this.#isPast = false;
    for (const report of presence) await this.#link.send(report, state);
    if (state.life !== 'online') await this.#link.close();
    else if (!this.#isReady) this.#deliver({ kind: 'lost' });
  }

  get pending(): number {
    return this.#link.pending;
  }

  open(): void {
    if (this.#isPast) this.#deliver({ kind: 'connected' });
    else this.#link.open();
  }

  send(report: Report, state: DeviceState): Promise<void> {
    return this.#isPast && isPresence(report) ? Promise.resolve() : this.#link.send(report, state);
  }

  /** The server records the arrival time of garbage, so that of the past would count as of now. */
  sendGarbage(bytes: Uint8Array): Promise<void> {
    return this.#isPast ? Promise.resolve() : this.#link.sendGarbage(bytes);
  }

  close(): Promise<void> {
    return this.#isPast ? Promise.resolve() : this.#link.close();
  }

  cut(): void {
    if (this.#isPast) this.#deliver({ kind: 'lost' });
    else this.#link.cut();
  }

  giveUp(): void {
    this.#link.giveUp();
  }
}
