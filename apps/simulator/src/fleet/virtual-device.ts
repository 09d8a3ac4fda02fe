import type { Report } from '../device/report.ts';
import { findDueAt, type DeviceState } from '../device/state.ts';
import { stepDevice, type DeviceInput } from '../device/step.ts';
import { LinkGivenUp, type DeliverInput, type Link } from '../transport/link.ts';
import type { Counters } from './counters.ts';
import type { Timeline, TimelineEntry } from './timeline.ts';

export interface VirtualDeviceOptions {
  readonly state: DeviceState;
  readonly timeline: Timeline;
  readonly counters: Counters;
  readonly buildLink: (deliver: DeliverInput) => Link;
  /** Called after every step; starts and ends streams and downloads. */
  readonly onStep?: (device: VirtualDevice, before: DeviceState) => void;
}

/** Above this number of unacknowledged reports a device skips periodic heartbeats, like a slow modem. */
const MOST_PENDING = 50;

/** Connects a device model with a link and the timeline. */
export class VirtualDevice {
  readonly link: Link;
  readonly #timeline: Timeline;
  readonly #counters: Counters;
  readonly #onStep: VirtualDeviceOptions['onStep'];
  readonly #inputs: DeviceInput[] = [];
  #state: DeviceState;
  #due: TimelineEntry | null = null;
  #isStepping = false;
  #sent: Promise<void>[] = [];
  #unacknowledged = 0;
  readonly #waiters = new Set<{ readonly holds: (device: VirtualDevice) => boolean; readonly resolve: () => void }>();

  constructor(options: VirtualDeviceOptions) {
    this.#state = options.state;
    this.#timeline = options.timeline;
    this.#counters = options.counters;
    this.#onStep = options.onStep;
    this.link = options.buildLink((input) => this.#settle(this.handle(input)));
  }

  get state(): DeviceState {
    return this.#state;
  }

  /** Reports that the server has not acknowledged yet. */
  get unacknowledged(): number {
    return this.#unacknowledged;
  }

  get uid(): number {
    return this.#state.profile.uid;
  }

  /** Processes an input; resolves when the server has acknowledged all resulting reports. */
  async handle(input: DeviceInput): Promise<void> {
    this.#inputs.push(input);
    if (this.#isStepping) return;
    this.#isStepping = true;
    const sent: Promise<void>[] = [];
    this.#sent = sent;
    try {
      for (let next = this.#inputs.shift(); next; next = this.#inputs.shift()) this.#step(next);
    } finally {
      this.#isStepping = false;
    }
    if (sent.length > 0) await Promise.all(sent);
  }

  /** `handle` without waiting: errors are counted. */
  post(input: DeviceInput): void {
    this.#settle(this.handle(input));
  }

  #settle(handled: Promise<void>): void {
    handled.catch((error: unknown) => {
      if (!(error instanceof LinkGivenUp)) this.#counters.fail(error);
    });
  }

  #step(input: DeviceInput): void {
    const before = this.#state;
    if (input.kind === 'due' && this.#isOverloaded()) return this.#skipHeartbeat();
    if (input.kind === 'command') this.#counters.add('commands');
    const { state, outputs } = stepDevice(before, input, this.#timeline.now());
    this.#state = state;
    for (const output of outputs) {
      if (output.kind === 'report') this.#sent.push(this.#send(output.report));
      else if (output.kind === 'connect') this.link.open();
      else if (output.kind === 'cut') this.link.cut();
      else this.#sent.push(this.link.close());
    }
    this.#replan();
    this.#onStep?.(this, before);
    this.#wakeWaiters();
  }

  #isOverloaded(): boolean {
    return this.#state.life === 'online' && this.link.pending > MOST_PENDING && !this.#timeline.isReplaying;
  }

  #skipHeartbeat(): void {
    this.#counters.add('skipped');
    const nextHeartbeatAt = this.#timeline.now() + this.#state.profile.heartbeatIntervalS * 1000;
    this.#state = { ...this.#state, nextHeartbeatAt };
    this.#replan();
  }

  async #send(report: Report): Promise<void> {
    this.#counters.add('published');
    if (report.name === 'hb') this.#counters.add('heartbeats');
    if (report.name === 'passage') this.#counters.add('passages');
    this.#unacknowledged += 1;
    try {
      await this.link.send(report, this.#state);
      this.#counters.add('acknowledged');
    } finally {
      this.#unacknowledged -= 1;
      this.#wakeWaiters();
    }
  }

  /** Resolves when the condition holds; checked after every step and every acknowledgement. */
  waitUntil(holds: (device: VirtualDevice) => boolean): Promise<void> {
    if (holds(this)) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.add({ holds, resolve }));
  }

  #wakeWaiters(): void {
    for (const waiter of this.#waiters) {
      if (!waiter.holds(this)) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }

  /** Sends a report that no input leads to, such as a stream frame. */
  say(report: Report): Promise<void> {
    return this.#send(report);
  }

  #replan(): void {
    const dueAt = findDueAt(this.#state);
    if (this.#due && this.#due.at === dueAt && !this.#due.isCancelled) return;
    if (this.#due) this.#due.isCancelled = true;
    this.#due = dueAt === null ? null : this.#timeline.plan(dueAt, () => this.#goOn());
  }

  #goOn(): void {
    this.#due = null;
    this.post({ kind: 'due' });
  }

  /** Ends without notice: nothing more happens by itself. */
  abandon(): void {
    if (this.#due) this.#due.isCancelled = true;
    this.#due = null;
    this.link.giveUp();
  }
}
