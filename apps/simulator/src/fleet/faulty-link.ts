import type { Random } from '@waymark/signals/random';
import type { Report } from '../device/report.ts';
import type { DeviceState } from '../device/state.ts';
import type { Faults } from '../scenario/scenario.ts';
import type { DeliverInput, Link } from '../transport/link.ts';
import type { Timeline } from './timeline.ts';

/** Puts what is wrong into a report: no position, or a clock that is off. */
function distort(report: Report, faults: Faults, random: Random): Report {
  const hasNoPosition = random.chance(faults.zeroPositionShare);
  const clockOffMs = random.chance(faults.wrongClockShare) ? faults.wrongClockS * 1000 : 0;
  if (report.name === 'hb') {
    const place = hasNoPosition ? { lat: 0, lon: 0 } : {};
    return { name: 'hb', body: { ...report.body, ...place, t: report.body.t + clockOffMs } };
  }
  if (report.name !== 'passage') return report;
  const { passage, waveforms } = report.body;
  const place = hasNoPosition ? { lat: 0, lon: 0 } : {};
  const times = { t: passage.t + clockOffMs, endOfSnip: passage.endOfSnip + clockOffMs };
  return { name: 'passage', body: { passage: { ...passage, ...place, ...times }, waveforms } };
}

export interface FaultyLinkOptions {
  readonly link: Link;
  readonly faults: Faults;
  readonly timeline: Timeline;
  readonly random: Random;
  /** Where it tells the device that it has rebooted. */
  readonly deliver: DeliverInput;
}

/** A link on which some messages come twice, late, wrong, or not at all. */
export class FaultyLink implements Link {
  readonly #link: Link;
  readonly #faults: Faults;
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #deliver: DeliverInput;

  constructor({ link, faults, timeline, random, deliver }: FaultyLinkOptions) {
    this.#link = link;
    this.#faults = faults;
    this.#timeline = timeline;
    this.#random = random;
    this.#deliver = deliver;
  }

  get pending(): number {
    return this.#link.pending;
  }

  open(): void {
    this.#link.open();
  }

  async send(report: Report, state: DeviceState): Promise<void> {
    if (report.name === 'ack') return this.#acknowledge(report, state);
    const { duplicateShare, delayShare, delayS } = this.#faults;
    const sent = distort(report, this.#faults, this.#random);
    const isMeasurement = report.name === 'hb' || report.name === 'passage';
    if (isMeasurement && this.#random.chance(delayShare)) await this.#wait(delayS * 1000);
    const isTwice = isMeasurement && this.#random.chance(duplicateShare);
    const copies = isTwice ? [this.#link.send(sent, state), this.#link.send(sent, state)] : [this.#link.send(sent, state)];
    await Promise.all(copies);
  }

  /** One that is lost counts as told: the device does not notice. */
  async #acknowledge(report: Report, state: DeviceState): Promise<void> {
    const isRebooting = this.#random.chance(this.#faults.rebootShare);
    if (!this.#random.chance(this.#faults.ackLossShare)) await this.#link.send(report, state);
    if (isRebooting) this.#deliver({ kind: 'reboot' });
  }

  #wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.#timeline.plan(this.#timeline.now() + delayMs, resolve));
  }

  sendGarbage(bytes: Uint8Array): Promise<void> {
    return this.#link.sendGarbage(bytes);
  }

  close(): Promise<void> {
    return this.#link.close();
  }

  cut(): void {
    this.#link.cut();
  }

  giveUp(): void {
    this.#link.giveUp();
  }
}
