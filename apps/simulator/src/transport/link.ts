import type { Report } from '../device/report.ts';
import type { DeviceState } from '../device/state.ts';
import type { DeviceInput } from '../device/step.ts';
import { drawShare } from '../chance/hash.ts';

const FIRST_MS = 500;
const LAST_MS = 30_000;

/** Exponential backoff with jitter per device, so that a fleet does not reconnect within the same second. */
export function computeRetryMs(who: string, attempt: number): number {
  return Math.min(LAST_MS, FIRST_MS * 2 ** attempt) * (0.5 + drawShare(`retry/${who}/${attempt}`));
}

/** Receives the events of a link: connected, lost, a command. */
export type DeliverInput = (input: DeviceInput) => void;

/** A device's connection to the server. Unacknowledged reports are kept and sent again after a reconnect. */
export interface Link {
  /** Connects and keeps retrying until closed. */
  open(): void;
  /** Resolves on the server's acknowledgement; rejects only when the link is given up. */
  send(report: Report, state: DeviceState): Promise<void>;
  /** Sends bytes that are not a valid message, like a faulty device. */
  sendGarbage(bytes: Uint8Array): Promise<void>;
  /** Waits for pending acknowledgements, then disconnects. */
  close(): Promise<void>;
  /** Drops the connection without notice; the server sees the last will. `open` reconnects. */
  cut(): void;
  /** Ends for good: unacknowledged reports are rejected. */
  giveUp(): void;
  /** Number of unacknowledged reports. */
  readonly pending: number;
}

export class LinkGivenUp extends Error {
  constructor() {
    super('the link was given up before the server acknowledged');
    this.name = 'LinkGivenUp';
  }
}
