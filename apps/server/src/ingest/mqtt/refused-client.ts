import type { Rejection } from '../device-message.ts';
import type { ClientSession } from './client-session.ts';
import type { RefusalReason } from './refusal-log.ts';

/** What a client that has signed in did, and lost a message, a subscription or its connection by. */
const KEPT: Partial<Readonly<Record<RefusalReason, Rejection['reason']>>> = {
  'foreign-topic': 'foreign-topic',
  'foreign-subscription': 'foreign-subscription',
  'too-large': 'too-large',
};

interface Refused {
  readonly session: Pick<ClientSession, 'clientId' | 'link' | 'uids'>;
  readonly why: RefusalReason;
  /** That it wanted to publish or subscribe to. */
  readonly topic: string;
  readonly payload: Uint8Array;
  readonly receivedAt: number;
}

/** The rejection to keep, so that its company and builder see it; null: it is in the log only. */
export function describeRefused({ session, why, topic, payload, receivedAt }: Refused): Rejection | null {
  const reason = KEPT[why];
  const { clientId: sender, link, uids } = session;
  if (reason === undefined || uids.size === 0) return null;
  // A relay speaks for several devices: which of them it was about is not known.
  const [uid = null] = uids.size === 1 ? uids : [];
  return { reason, detail: topic, link, receivedAt, uid, sender, topic, payload };
}
