import type { WebhookEvents } from './api.ts';

/** A CloudEvent. Its `data` depends on its `type`. */
export type WebhookEvent = {
  [T in keyof WebhookEvents]: {
    readonly type: T;
    /** The same at every attempt: compare it with those of the last days. */
    readonly id: string;
    readonly source: string;
    readonly subject: string;
    readonly time: string;
    readonly data: WebhookEvents[T];
  };
}[keyof WebhookEvents];

export interface WebhookRequest {
  /** `whsec_…`, shown once when the webhook was made. */
  readonly secret: string;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it came: a body that was parsed and written again has another signature. */
  readonly body: string;
}

const TOLERANCE_S = 300;

/** A request without a valid signature of the last five minutes: answer 401. */
export class NotSignedError extends Error {
  override readonly name = 'NotSignedError';
}

function pickHeader(headers: WebhookRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : '';
}

function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
}

/** Whether one of the signatures is right: for a day after a new secret there are two. */
async function isSigned(secret: string, signed: string, signatures: string): Promise<boolean> {
  const bytes = decode(secret.replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0) throw new TypeError('The secret of a webhook is whsec_ and base64.');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const text = new TextEncoder().encode(signed);
  for (const [version, base64 = ''] of signatures.split(' ').map((each) => each.split(','))) {
    const given = version === 'v1' ? decode(base64) : null;
    if (given && (await crypto.subtle.verify('HMAC', key, given, text))) return true;
  }
  return false;
}

/** Verifies a request as Standard Webhooks says, and reads its event. */
export async function readWebhook({ secret, headers, body }: WebhookRequest): Promise<WebhookEvent> {
  const id = pickHeader(headers, 'webhook-id');
  const timestamp = pickHeader(headers, 'webhook-timestamp');
  const age = Math.abs(Date.now() / 1000 - Number(timestamp || Number.NaN));
  if (!(age <= TOLERANCE_S)) throw new NotSignedError('The request is older than five minutes, or has no time.');
  if (!(await isSigned(secret, `${id}.${timestamp}.${body}`, pickHeader(headers, 'webhook-signature'))))
    throw new NotSignedError('The signature is not of this secret.');
  return JSON.parse(body) as WebhookEvent;
}
