// Pages without a sign-in read one address again and again.

export type Outcome<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  /** The server refuses: reading again would change nothing. */
  | { readonly kind: 'refused'; readonly code: string }
  /** No answer, or one that says to come back. */
  | { readonly kind: 'away' };

export interface Readings<Value> {
  readonly value: Value | null;
  /** By this computer's clock, in ms; null: nothing was read yet. */
  readonly readAt: number | null;
  /** The code of a refusal. */
  readonly refusal: string | null;
  readonly isAway: boolean;
}

export const NO_READING = { value: null, readAt: null, refusal: null, isAway: false } as const;

/** A single lost answer is no lost connection. */
const STALE_MS = 12_000;

export function takeOutcome<Value>(before: Readings<Value>, outcome: Outcome<Value>, at: number): Readings<Value> {
  switch (outcome.kind) {
    case 'read':
      return { value: outcome.value, readAt: at, refusal: null, isAway: false };
    case 'refused':
      return { ...NO_READING, refusal: outcome.code };
    case 'away':
      return { ...before, isAway: true };
  }
}

/** When the connection was lost, by this computer's clock; null: what is shown is fresh. */
export function findLostAt({ readAt, isAway }: Readings<unknown>, now: number): number | null {
  return readAt !== null && isAway && now - readAt >= STALE_MS ? readAt : null;
}

const TIMEOUT_MS = 10_000;

const readCode = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' ? body.code : '';

/** A password that is refused for now is typed again by the reader, not by this page. */
const THROTTLED: ReadonlySet<string> = new Set(['sign-in-throttled', 'passwords-busy']);

const isFinal = (status: number, code: string) =>
  THROTTLED.has(code) || (status >= 400 && status < 500 && status !== 408 && status !== 429);

interface Sent extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a call without the console's client, which belongs to the sign-in. */
export async function readOutcome<Value>(address: string, init: Sent = {}): Promise<Outcome<Value>> {
  try {
    const answer = await fetch(address, {
      ...init,
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/json, application/problem+json', ...init.headers },
    });
    if (answer.ok) return { kind: 'read', value: (await answer.json()) as Value };
    const body: unknown = await answer.json().catch(() => null);
    const code = readCode(body);
    return isFinal(answer.status, code) ? { kind: 'refused', code } : { kind: 'away' };
  } catch {
    return { kind: 'away' };
  }
}
