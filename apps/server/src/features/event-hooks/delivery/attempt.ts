import type { AllowedHosts } from '../../../platform/outbound/allowed-hosts.ts';
import { findTarget, type ResolveHost } from '../../../platform/outbound/find-target.ts';
import { post, type Answer } from '../../../platform/outbound/post.ts';
import { within } from '../../../platform/within.ts';
import { CLOUD_EVENT_MEDIA_TYPE } from '@waymark/contract/event-hooks/cloud-event';
import type { SecretBox } from '../../../platform/crypto/secret-box.ts';
import { VERSION } from '../../../platform/version.ts';
import type { ClaimedDelivery } from './claims.store.ts';
import type { Outcome } from './outcomes.store.ts';
import { signHeaders } from './signature.ts';

/** The time limit of an attempt, from the name of the host to the answer. */
const LIMIT_MS = 10_000;
const MOST_SHOWN = 1000;

export interface Way {
  readonly box: SecretBox;
  readonly allowed: AllowedHosts;
  readonly resolve: ResolveHost;
}

/** A text that the database can store. */
const toStorable = (text: string) => text.slice(0, MOST_SHOWN).replaceAll('\0', '').toWellFormed();

async function send(delivery: ClaimedDelivery, { box, allowed, resolve }: Way, signal: AbortSignal): Promise<Answer> {
  const { url: text, eventId: id, body, sealedSecret, sealedOldSecret } = delivery;
  const url = new URL(text);
  const addresses = await within(LIMIT_MS, findTarget(url, allowed, resolve));
  if (addresses === undefined) throw new Error('The name server did not answer in time.');
  const secrets = [sealedSecret, ...(sealedOldSecret === null ? [] : [sealedOldSecret])].map((each) => box.open(each));
  const headers = {
    'content-type': `${CLOUD_EVENT_MEDIA_TYPE}; charset=utf-8`,
    'user-agent': `Waymark/${VERSION}`,
    ...signHeaders(secrets, { id, at: Math.floor(Date.now() / 1000), body }),
  };
  return post({ url, addresses, headers, body, signal });
}

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`;
  return `The receiver answered ${status}.`;
}

function describeFailure(error: unknown, isLate: boolean): string {
  if (isLate) return 'The receiver did not answer within 10 s.';
  // A failure to connect to several addresses has a code and no message.
  const { message, code } = error as NodeJS.ErrnoException;
  return toStorable(message || code || String(error));
}

/** Tries a delivery once. Undefined: `stopping` ended the attempt, and its outcome is not known. */
export async function attemptDelivery(
  delivery: ClaimedDelivery,
  way: Way,
  stopping: AbortSignal,
): Promise<Outcome | undefined> {
  const startedAt = Date.now();
  const limit = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    limit.abort();
  }, LIMIT_MS);
  const stop = () => limit.abort();
  stopping.addEventListener('abort', stop, { once: true });
  const finish = (part: Pick<Outcome, 'status' | 'error' | 'response'>): Outcome => ({
    startedAt,
    tookMs: Math.max(0, Date.now() - startedAt),
    ...part,
  });
  try {
    const { status, text } = await send(delivery, way, limit.signal);
    return finish({ status, error: describeStatus(status), response: toStorable(text) });
  } catch (error) {
    if (stopping.aborted) return undefined;
    return finish({ status: null, error: describeFailure(error, isLate), response: null });
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', stop);
  }
}
