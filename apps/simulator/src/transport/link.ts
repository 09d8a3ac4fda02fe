import type { Report } from '../device/report.ts';
import type { DeviceState } from '../device/state.ts';
import type { DeviceInput } from '../device/step.ts';

/** Where a link tells what happened to it: connected, lost, a command came. */
export type DeliverInput = (input: DeviceInput) => void;

/** A device's way to the server. What is not acknowledged is kept and sent again after the next connection. */
export interface Link {
  /** Connects, and goes on trying, until closed. */
  open(): void;
  /** Resolves when the server has acknowledged; rejects only when the link is given up. */
  send(report: Report, state: DeviceState): Promise<void>;
  /** Bytes that are no message, as a broken device would send them. */
  sendGarbage(bytes: Uint8Array): Promise<void>;
  /** Lets what is under way be acknowledged, then disconnects. */
  close(): Promise<void>;
  /** Drops the connection without a word; the server sees the last will. `open` connects again. */
  cut(): void;
  /** Ends for good: what is not acknowledged is rejected. */
  giveUp(): void;
  /** How many reports wait for their acknowledgement. */
  readonly pending: number;
}

export class LinkGivenUp extends Error {
  constructor() {
    super('the link was given up before the server acknowledged');
    this.name = 'LinkGivenUp';
  }
}
