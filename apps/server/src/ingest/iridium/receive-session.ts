import { isSessionComplete } from '@waymark/device-protocol/directip/mobile-originated';
import { decodeIridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import type { RejectionReason } from '@waymark/domain/device/rejection';
import type { Uid } from '@waymark/domain/ids';
import type { Door } from '../device-message.ts';
import type { MessageRates } from '../message-rate.ts';
import { toMessages } from './to-messages.ts';

/** A session of a satellite device, in the common form of all gateways and providers. */
export interface SatelliteSession {
  readonly imei: string;
  readonly momsn: number;
  /** The call record; null when the provider does not forward it. */
  readonly cdr: number | null;
  /** null when the provider does not report it. */
  readonly status: number | null;
  /** null: a mailbox check without a message. */
  readonly payload: Uint8Array | null;
  /** UTC milliseconds of the session, which differs from the times in the payload. */
  readonly sessionAt: number | null;
  /** The address of the gateway or provider. */
  readonly sender: string;
  readonly topic: 'directip' | 'rockblock' | 'cloudloop';
}

/**
 * Resolves when the session is stored, stored as rejected, or has nothing to store; rejects when it must be delivered
 * again.
 */
export type ReceiveSession = (session: SatelliteSession) => Promise<void>;

export interface SessionReceiverParts {
  readonly door: Door;
  /** The device's uid; null: no such device. */
  readonly resolveImei: (imei: string) => Promise<number | null>;
  readonly now: () => number;
  readonly rates: Pick<MessageRates, 'satellites'>;
}

/** The gateway must deliver the session again. */
class TooManySessionsError extends Error {}

const REMEMBERED_SESSIONS = 4096;

/** Identifies repeated deliveries of a session; null when the provider reports too little. */
function identifySession({ imei, momsn, cdr, sessionAt }: SatelliteSession): string | null {
  return cdr === null && sessionAt === null ? null : `${imei}/${momsn}/${cdr ?? `at ${sessionAt}`}`;
}

/**
 * Spares the database early repeats. It is only a cache: the receiver drops every duplicate by its content, also after
 * a restart and on another node.
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

/** Handles satellite payloads, whichever gateway delivered them. */
export function createSessionReceiver({ door, resolveImei, now, rates }: SessionReceiverParts): ReceiveSession {
  const stored = new RecentSessions();

  function refuse(session: SatelliteSession, uid: Uid | null, reason: RejectionReason, detail: string): Promise<void> {
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

  return async function receiveSession(session) {
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
