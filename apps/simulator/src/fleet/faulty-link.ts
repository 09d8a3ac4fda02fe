import type { Random } from '@waymark/signals/random';
import type { Report } from '../device/report.ts';
import type { DeviceState } from '../device/state.ts';
import type { Faults } from '../scenario/scenario.ts';
import type { DeliverInput, Link } from '../transport/link.ts';
import type { Timeline } from './timeline.ts';

/** Distorts a report: no position, or a wrong clock. */
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
  /** Receives the reboots of the device. */
  readonly deliver: DeliverInput;
}

/** A link that duplicates, delays, distorts or loses some messages. */
export class FaultyLink implements Link {
  readonly #link: Link;
  #faults: Faults;
  readonly #timeline: Timeline;
  readonly #random: Random;
  readonly #deliver: DeliverInput;
  #isWanted = false;

  constructor({ link, faults, timeline, random, deliver }: FaultyLinkOptions) {
    this.#link = link;
    this.#faults = faults;
    this.#timeline = timeline;
    this.#random = random;
    this.#deliver = deliver;
  }

  suffer(faults: Faults): void {
    this.#faults = faults;
  }

  get pending(): number {
    return this.#link.pending;
  }

  open(): void {
    this.#isWanted = true;
    this.#link.open();
  }

  async send(report: Report, state: DeviceState): Promise<void> {
    if (report.name === 'ack') return this.#acknowledge(report, state);
    if (report.name === 'dl') return this.#sendPacket(report, state);
    if (report.name === 'passage' && this.#random.chance(this.#faults.passageLossShare)) return;
    const { duplicateShare, delayShare, delayS } = this.#faults;
    const sent = distort(report, this.#faults, this.#random);
    const isMeasurement = report.name === 'hb' || report.name === 'passage';
    if (isMeasurement && this.#random.chance(delayShare)) await this.#wait(delayS * 1000);
    const isTwice = isMeasurement && this.#random.chance(duplicateShare);
    const copies = isTwice
      ? [this.#link.send(sent, state), this.#link.send(sent, state)]
      : [this.#link.send(sent, state)];
    await Promise.all(copies);
  }

  /** A lost acknowledgement counts as sent: the device does not notice. */
  async #acknowledge(report: Report, state: DeviceState): Promise<void> {
    const isRebooting = this.#random.chance(this.#faults.rebootShare);
    if (!this.#random.chance(this.#faults.ackLossShare)) await this.#link.send(report, state);
    if (isRebooting) this.#deliver({ kind: 'reboot' });
  }

  async #sendPacket(report: Report, state: DeviceState): Promise<void> {
    const { packetLossShare, packetDuplicateShare, packetDelayShare, packetDelayS, packetBreakShare } = this.#faults;
    if (this.#random.chance(packetLossShare)) return;
    const isTwice = this.#random.chance(packetDuplicateShare);
    const isLast = this.#random.chance(packetBreakShare);
    if (this.#random.chance(packetDelayShare)) await this.#wait(packetDelayS * 1000 * this.#random.unit());
    const copies = [this.#link.send(report, state), ...(isTwice ? [this.#link.send(report, state)] : [])];
    if (isLast) this.#break();
    await Promise.all(copies);
  }

  /** Breaks the connection without notice, and reconnects unless the device has closed the link by then. */
  #break(): void {
    if (!this.#isWanted) return;
    this.#link.cut();
    this.#timeline.plan(this.#timeline.now() + this.#faults.packetBreakS * 1000, () => {
      if (this.#isWanted) this.#link.open();
    });
  }

  #wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.#timeline.plan(this.#timeline.now() + delayMs, resolve));
  }

  sendGarbage(bytes: Uint8Array): Promise<void> {
    return this.#link.sendGarbage(bytes);
  }

  close(): Promise<void> {
    this.#isWanted = false;
    return this.#link.close();
  }

  cut(): void {
    this.#isWanted = false;
    this.#link.cut();
  }

  giveUp(): void {
    this.#isWanted = false;
    this.#link.giveUp();
  }
}
