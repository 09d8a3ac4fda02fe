import { parseUtc } from '@waymark/domain/time/utc';
import { isApiError } from '#/api/api-error.ts';
import { readChoice, writeChoice } from '#/features/session/user-choice.ts';
import { serverNow } from '#/live/clock-store.ts';
import type { ReplyAt } from '#/api/address.ts';

// A key is shown once, in the answer to its request. Until the user has copied it, this browser notes its name and the
// time, never the key, so that an answer lost by a reload or an outage is noticed (docs/decisions/0056).

type ApiKey = ReplyAt<'GET /key'>[number];

interface UnseenKey {
  readonly name: string;
  /** UTC milliseconds, by the server's clock. */
  readonly askedAt: number;
}

const NAME = 'unseen-keys';
/** A request that has not made a key by then never will. */
const ANSWERED_WITHIN_MS = 120_000;
/** The list has whole seconds, and the clock is an estimate. */
const CLOCK_SLACK_MS = 3000;

const isUnseenKey = (value: unknown): value is UnseenKey =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'askedAt' in value &&
  typeof value.askedAt === 'number';

function readNotes(): readonly UnseenKey[] {
  const stored = readChoice(NAME);
  return Array.isArray(stored) ? stored.filter(isUnseenKey) : [];
}

export function noteUnseenKey(name: string): UnseenKey {
  const note = { name: name.trim(), askedAt: serverNow() };
  writeChoice(NAME, [...readNotes(), note]);
  return note;
}

/** A refusal says that no key was made; a failure on the way says nothing. */
export function forgetUnseenKey(note: UnseenKey, error: unknown): void {
  if (!isApiError(error) || error.status < 400 || error.status >= 500) return;
  writeChoice(
    NAME,
    readNotes().filter(({ name, askedAt }) => name !== note.name || askedAt !== note.askedAt),
  );
}

/** The user has copied the key, or has revoked it. */
export function forgetNotesOf(key: Pick<ApiKey, 'name' | 'createdAt'>): void {
  writeChoice(
    NAME,
    readNotes().filter((note) => !isMadeBy(key, note)),
  );
}

function isMadeBy({ name, createdAt }: Pick<ApiKey, 'name' | 'createdAt'>, note: UnseenKey): boolean {
  const made = parseUtc(createdAt);
  const sinceMs = made.ok ? made.value - note.askedAt : Number.NaN;
  return name === note.name && sinceMs >= -CLOCK_SLACK_MS && sinceMs <= ANSWERED_WITHIN_MS;
}

/** The keys of the list that this user has made here and has not copied. */
export function findUnseenKeys(keys: readonly ApiKey[]): ReadonlySet<number> {
  const notes = readNotes();
  return new Set(keys.filter((key) => notes.some((note) => isMadeBy(key, note))).map(({ id }) => id));
}
