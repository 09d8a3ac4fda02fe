/** A message to a satellite device. */
export interface MobileTerminatedOrder {
  readonly imei: string;
  readonly payload: Uint8Array;
  /** Our u32 id of the message; only DirectIP transmits it. */
  readonly clientMessageId: number;
  /** Whether the device is called immediately. RockBLOCK and Cloudloop always call. */
  readonly ringAlert: boolean;
  /** Whether the pending messages of the device are dropped first. Cloudloop cannot. */
  readonly flush: boolean;
}

export interface MtRefusal {
  readonly ok: false;
  /** A short fixed code. */
  readonly code: string;
  /** Shown to users; must not contain secrets. */
  readonly detail: string;
  /** The same message will never be accepted: a retry is useless. */
  readonly isFinal: boolean;
}

export type MtOutcome =
  | {
      readonly ok: true;
      /** The place in the gateway's queue for this device; null when the provider does not report it. */
      readonly status: number | null;
      /** The gateway's own number or name of the message. */
      readonly autoId?: string;
    }
  | MtRefusal;

/** Sends one message to the gateway. Never rejects: the outcome reports failures. */
export type SendMobileTerminated = (order: MobileTerminatedOrder) => Promise<MtOutcome>;

/** Builds a refusal; not final by default, so that the message is retried. */
export function refuseMt(code: string, detail: string, isFinal = false): MtRefusal {
  return { ok: false, code, detail: detail.slice(0, 200), isFinal };
}
