import { createHmac, randomBytes } from 'node:crypto';

// Standard Webhooks: HMAC-SHA256 over id, time and body, with a secret of the webhook.

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function makeHookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly at: number;
  readonly body: string;
}

function sign(secret: string, { id, at, body }: Signed): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
}

/** The three headers of a webhook; one signature for each secret, because a receiver may still have the old one. */
export function signHeaders(secrets: readonly string[], signed: Signed): Readonly<Record<string, string>> {
  return {
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.at),
    'webhook-signature': secrets.map((secret) => sign(secret, signed)).join(' '),
  };
}
