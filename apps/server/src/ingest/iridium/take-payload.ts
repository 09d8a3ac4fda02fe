import { isSessionComplete } from '@waymark/device-protocol/directip/mobile-originated';
import { decodeIridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import type { RejectionReason } from '@waymark/domain/device/rejection';
import type { Door } from '../device-message.ts';
import type { MessageRates } from '../message-rate.ts';
import { toMessages } from './to-messages.ts';

/** A session of a satellite device, as every gateway and provider tells of it. */
export interface SatelliteSession {
  readonly imei: string;
  readonly momsn: number;
  /** The call record; null where the provider does not pass it on. */
  readonly cdr: number | null;
  /** null where the provider does not say. */
  readonly status: number | null;
  /** null: the device only looked for messages to it. */
  readonly payload: Uint8Array | null;
  /** UTC milliseconds of the session, which is not the time of what the payload tells. */
  readonly sessionAt: number | null;
  /** Who delivered it: an address. */
  readonly sender: string;
  readonly topic: 'directip' | 'rockblock' | 'cloudloop';
}

/** Resolves when the session is stored, refused and kept, or has nothing to store; rejects when it must come again. */
export type TakePayload = (session: SatelliteSession) => Promise<void>;

export interface TakePayloadParts {
  readonly door: Door;
  /** The device's uid; null: no such device. */
  readonly resolveImei: (imei: string) => Promise<number | null>;
  readonly now: () => number;
  readonly rates: Pick<MessageRates, 'satellites'>;
}

/** The gateway is to deliver the session again. */
class TooManySessionsError extends Error {}

const REMEMBERED_SESSIONS = 4096;

/** What tells repeated deliveries of one session; null when the provider says too little. */
function identifySession({ imei, momsn, cdr, sessionAt }: SatelliteSession): string | null {
  return cdr === null && sessionAt === null ? null : `${imei}/${momsn}/${cdr ?? `at ${sessionAt}`}`;
}

/**
 * Spares the database the repeats that come soon after. Only that: the door drops every double by what it says,
 * also after a restart and on another node.
 */
class RecentSessions {
  readonly #keys = new Set<string>();

  has(session: SatelliteSession): boolean {
    const key = identifySession(session);
    return key !== null && this.#keys.has(key);
  }

  add(session: SatelliteSession): void {
    const key = identifySession(session);
    if (key !== null) this.#keys.add(key);
    for (const oldest of this.#keys) {
      if (this.#keys.size <= REMEMBERED_SESSIONS) break;
      this.#keys.delete(oldest);
    }
  }
}

/** The common way of everything that satellites bring, whichever gateway delivered it. */
export function createTakePayload({ door, resolveImei, now, rates }: TakePayloadParts): TakePayload {
  const stored = new RecentSessions();

  function refuse(
    session: SatelliteSession,
    uid: number | null,
    reason: RejectionReason,
    detail: string,
  ): Promise<void> {
    const { imei, momsn, sender, topic } = session;
    return door.refuse({
      reason,
      detail: `${detail} (MOMSN ${momsn}, from ${sender})`,
      link: 'iridium',
      receivedAt: now(),
      uid,
      sender: imei,
      topic,
      payload: session.payload ?? new Uint8Array(0),
    });
  }

  return async function takePayload(session) {
    if (stored.has(session)) return;
    if (rates.satellites.take(session.imei) === null)
      throw new TooManySessionsError('more sessions than a device may have');
    const uid = await resolveImei(session.imei);
    if (uid === null) return refuse(session, null, 'unknown-imei', 'no device has this IMEI');
    if (session.status !== null && !isSessionComplete(session.status)) {
      return refuse(session, uid, 'session-status', `session status ${session.status}`);
    }
    if (session.payload === null) return;
    const uplink = decodeIridiumUplink(session.payload);
    const messages = uplink.ok ? toMessages(uplink.value, uid, now()) : uplink;
    if (!messages.ok) return refuse(session, uid, messages.failure.reason, messages.failure.detail);
    await door.receive(messages.value);
    stored.add(session);
  };
}
