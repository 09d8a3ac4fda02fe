import type { RejectionReason } from '@waymark/domain/device/rejection';
import type { Uid } from '@waymark/domain/ids';
import type { DeviceMessage, Link } from '../features/records/records.api.ts';

export type { DeviceMessage, DurableUplink, KnownMessage, Link } from '../features/records/records.api.ts';

/** A message that the server cannot use: stored with its reason, and counted. */
export interface Rejection {
  readonly reason: RejectionReason;
  /** Shown to users; must not contain secrets. */
  readonly detail: string;
  readonly link: Link;
  readonly receivedAt: number;
  readonly uid: Uid | null;
  /** Client id, address or IMEI. */
  readonly sender: string;
  /** The MQTT topic, or the kind of frame. */
  readonly topic: string;
  readonly payload: Uint8Array;
}

/** The only entry for device messages. Gateways acknowledge only when it resolves. */
export interface Door {
  /** Stores the messages of one packet together. Rejects when nothing was stored: the sender must retry. */
  receive(messages: readonly DeviceMessage[]): Promise<void>;
  /** Resolves when the rejection is stored and counted; rejects when it could not be stored. */
  refuse(rejection: Rejection): Promise<void>;
}
