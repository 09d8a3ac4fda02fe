import { parseUtc } from '@waymark/domain/time/utc';
import { create } from 'zustand';
import type { ReplyAt } from '#/api/address.ts';
import { isApiError } from '#/api/api-error.ts';
import { readChoice, writeChoice } from '#/features/session/user-choice.ts';
import { serverNow } from '#/live/clock-store.ts';

// A credential is shown once, in the answer to its request. Until the user has saved it, this browser notes the AGM,
// never the credential, so that an answer lost by a reload or an outage is noticed.

type Agm = ReplyAt<'GET /admin/apexagm/:groupId'>[number];

interface RequestedFor {
  readonly uid: number;
  readonly group: number;
}

export interface Unseen extends RequestedFor {
  /** UTC milliseconds, by the server's clock. */
  readonly askedAt: number;
}

interface UnseenStore {
  readonly noted: readonly Unseen[];
  /** AGMs whose credential this page requests or shows now. */
  readonly here: ReadonlySet<number>;
}

const NAME = 'unseen-credentials';
/** A request that has not issued anything by then never will. */
const ANSWERED_WITHIN_MS = 120_000;
/** Issue times are whole seconds, and the clock is an estimate. */
const CLOCK_SLACK_MS = 3000;

export const useUnseen = create<UnseenStore>()(() => ({ noted: [], here: new Set() }));

const isUnseen = (value: unknown): value is Unseen =>
  typeof value === 'object' &&
  value !== null &&
  ['uid', 'group', 'askedAt'].every((field) => typeof (value as Record<string, unknown>)[field] === 'number');

function readNoted(): readonly Unseen[] {
  const stored = readChoice(NAME);
  return Array.isArray(stored) ? stored.filter(isUnseen) : [];
}

/** Other tabs note in the same place, so each change begins with what is stored. */
function changeNoted(change: (noted: readonly Unseen[]) => readonly Unseen[]): void {
  const noted = change(readNoted());
  writeChoice(NAME, noted);
  useUnseen.setState({ noted });
}

/** For the user who has signed in. */
export function recallUnseen(): void {
  useUnseen.setState({ noted: readNoted() });
}

/** The user has signed out. The notes stay in the browser for the next sign-in. */
export function leaveUnseen(): void {
  useUnseen.setState(useUnseen.getInitialState());
}

/** The user has saved these credentials, or wants no reminder. */
export function forgetUnseen(uids: readonly number[]): void {
  const gone = new Set(uids);
  changeNoted((noted) => noted.filter(({ uid }) => !gone.has(uid)));
  useUnseen.setState(({ here }) => ({ here: new Set([...here].filter((uid) => !gone.has(uid))) }));
}

/** Every answer of the server but a failure on its side says that it issued nothing. */
const isRefusal = (error: unknown) => isApiError(error) && error.status >= 400 && error.status < 500;

const nameOf = ({ uid, askedAt }: Pick<Unseen, 'uid' | 'askedAt'>) => `${uid} ${askedAt}`;

/** Drops these notes; others of the same AGMs stay. */
export function dropNotes(notes: readonly Unseen[]): void {
  const gone = new Set(notes.map(nameOf));
  changeNoted((noted) => noted.filter((note) => !gone.has(nameOf(note))));
}

/**
 * Notes the AGMs before their credentials are requested, and asks before the page is left meanwhile. An unseen one
 * before counts until there is an answer.
 */
export async function requestCredentials<Answer>(
  agms: readonly RequestedFor[],
  send: () => Promise<Answer>,
): Promise<Answer> {
  const uids = new Set(agms.map(({ uid }) => uid));
  const askedAt = serverNow();
  const notes = agms.map(({ uid, group }) => ({ uid, group, askedAt }));
  changeNoted((noted) => [...noted, ...notes]);
  useUnseen.setState(({ here }) => ({ here: new Set([...here, ...uids]) }));
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  try {
    const answer = await send();
    changeNoted((noted) => noted.filter((note) => !uids.has(note.uid) || note.askedAt === askedAt));
    return answer;
  } catch (error) {
    if (isRefusal(error)) dropNotes(notes);
    useUnseen.setState(({ here }) => ({ here: new Set([...here].filter((uid) => !uids.has(uid))) }));
    throw error;
  } finally {
    window.removeEventListener('beforeunload', ask);
  }
}

interface UnseenFound {
  /** Their credential was issued by the noted request and is still in force. */
  readonly issued: readonly Unseen[];
  /** Nothing was issued in time, another credential has followed, or the AGM is gone. */
  readonly over: readonly Unseen[];
}

/** The server may still answer the request. */
export const isOpen = ({ askedAt }: Unseen, now: number): boolean => now - askedAt <= ANSWERED_WITHIN_MS;

function judge(unseen: Unseen, agm: Agm | undefined, now: number): keyof UnseenFound | 'open' {
  const at = parseUtc(agm?.credentialIssuedAt ?? '');
  const sinceMs = at.ok ? at.value - unseen.askedAt : -Infinity;
  if (sinceMs >= -CLOCK_SLACK_MS) return sinceMs <= ANSWERED_WITHIN_MS ? 'issued' : 'over';
  return isOpen(unseen, now) ? 'open' : 'over';
}

/** Compares the notes with what the server says of the AGMs. */
export function findUnseen(noted: readonly Unseen[], agms: readonly Agm[], now: number): UnseenFound {
  const known = new Map(agms.map((agm) => [agm.uid, agm]));
  const found = Map.groupBy(noted, (unseen) => judge(unseen, known.get(unseen.uid), now));
  const issued = new Map(found.get('issued')?.map((unseen) => [unseen.uid, unseen]));
  return { issued: [...issued.values()], over: found.get('over') ?? [] };
}
