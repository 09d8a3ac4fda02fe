/** A message to a satellite device. */
export interface MobileTerminatedOrder {
  readonly imei: string;
  readonly payload: Uint8Array;
  /** Ours, u32; only DirectIP carries it. */
  readonly clientMessageId: number;
  /** Whether the device is called at once. RockBLOCK and Cloudloop always call. */
  readonly ringAlert: boolean;
  /** Whether what still waits for the device is thrown away first. Cloudloop cannot. */
  readonly flush: boolean;
}

export interface MtRefusal {
  readonly ok: false;
  /** A short fixed word. */
  readonly code: string;
  /** For a person; no secrets. */
  readonly detail: string;
  /** The same message will never be taken: trying again is of no use. */
  readonly isFinal: boolean;
}

export type MtOutcome =
  | {
      readonly ok: true;
      /** The place in the gateway's queue for this device; null where the provider does not say. */
      readonly status: number | null;
      /** The gateway's own number or name of the message. */
      readonly autoId?: string;
    }
  | MtRefusal;

/** Hands one message to the gateway. Never rejects: what went wrong is the outcome. */
export type SendMobileTerminated = (order: MobileTerminatedOrder) => Promise<MtOutcome>;

/** Worth another try, unless the message itself is at fault. */
export function refuseMt(code: string, detail: string, isFinal = false): MtRefusal {
  return { ok: false, code, detail: detail.slice(0, 200), isFinal };
}
