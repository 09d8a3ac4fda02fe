import type { RouteInput, RouteReply } from '@waymark/contract/route';
import type { shiftRoutes } from '@waymark/contract/routes/shift';
import type { ShiftEntry } from '@waymark/contract/shift/shift-entry';
import type { CompanyId } from '@waymark/domain/ids';
import { sql, type RawBuilder } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Reader } from '../../platform/database/database.ts';
import { listStepWords } from '../alerts/alerts.queries.ts';
import { findRunOf, findStepOf, listActions, toEntry, type AuditLine, type RunNames } from './entry-of-audit.ts';
import { listFilesOf, toNoteEntry, type NoteRow } from './notes.queries.ts';
import { toOutcomeEntry, type OutcomeRow } from './outcomes.queries.ts';

// The shift log is read from three tables: the notes, the audit trail, and the steps of commands (docs/decisions/0065).

type LogPage = RouteReply<typeof shiftRoutes.listShiftLog>;
export type LogQuery = Omit<RouteInput<typeof shiftRoutes.listShiftLog>['query'], 'groupId'>;

/** Entries with the same instant: outcomes of commands come first, then lines of the audit trail, then notes. */
const SOURCES = { outcomes: 2, audit: 1, notes: 0 } as const;

interface Place {
  readonly us: number;
  readonly source: number;
  readonly id: number;
}

const MICROSECONDS = sql<number>`(extract(epoch from at) * 1000000)::bigint`;
const toInstant = (us: number) => sql`(timestamptz 'epoch' + ${us}::bigint * interval '1 microsecond')`;
const TRUE = sql`true`;

function readPlace(before: string | undefined): Place | null {
  if (before === undefined) return null;
  const [us = 0, source = 0, id = 0] = before.split('.').map(Number);
  return { us, source, id };
}

/** The entries of a source that come after this place in the list. */
function isAfter(place: Place | null, source: number): RawBuilder<unknown> {
  if (!place) return TRUE;
  const at = toInstant(place.us);
  if (source === place.source) return sql`(at, id) < (${at}, ${place.id}::bigint)`;
  return source < place.source ? sql`at <= ${at}` : sql`at < ${at}`;
}

/** An end without milliseconds includes its whole second. */
const isWithin = ({ startDate, endDate }: LogQuery): RawBuilder<unknown> =>
  sql`${startDate === undefined ? TRUE : sql`at >= ${new Date(startDate)}`}
    and ${endDate === undefined ? TRUE : sql`at < ${new Date(endDate + (endDate % 1000 === 0 ? 1000 : 1))}`}`;

const escapePattern = (part: string) => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** A number is the id of a user. */
const isBy = ({ author }: LogQuery): RawBuilder<unknown> =>
  author === undefined
    ? TRUE
    : /^\d{1,15}$/.test(author)
      ? sql`user_id = ${Number(author)}`
      : sql`user_name ilike ${escapePattern(author)}`;

async function listNotes(
  { db, scope }: Reader,
  groupId: CompanyId,
  query: LogQuery,
  place: Place | null,
  limit: number,
) {
  const { kind, runId, uid, search } = query;
  if (kind !== undefined && kind !== 'note') return [];
  const pattern = escapePattern(search ?? '');
  const { rows } = await sql<NoteRow & { us: number }>`
    select *, ${MICROSECONDS} as us from shift_notes
    where group_id = ${groupId} and ${inCompany(scope, 'shift_notes.group_id')} and ${isAfter(place, SOURCES.notes)} and ${isWithin(query)} and ${isBy(query)}
      and ${runId === undefined ? TRUE : sql`run_id = ${runId}`}
      and ${uid === undefined ? TRUE : sql`uid = ${uid}`}
      and ${search === undefined ? TRUE : sql`concat_ws(' ', user_name, text, run_name, pig, uid) ilike ${pattern}`}
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

const isOfRun = (runId: number) => sql`(object_type = 'run' and object_id = ${String(runId)}
  or object_type = 'alert' and after ->> 'runId' = ${String(runId)})`;

const isOfDevice = (uid: number) => sql`(object_type = 'device' and object_id = ${String(uid)}
  or object_type = 'silence' and after ->> 'uid' = ${String(uid)}
  or object_type = 'alert' and after ->> 'cause' like ${`agm-% ${uid}`}
  or object_type = 'run' and coalesce(nullif(after -> 'passages', '[]'), before -> 'passages') @> ${JSON.stringify([{ uid }])}::jsonb)`;

/** Excludes most lines before a look at each value; a text that JSON writes with escapes excludes none. */
const mayHave = (part: string, pattern: string) =>
  /["\\\p{Cc}]/u.test(part) ? TRUE : sql`coalesce(after, before)::text ilike ${pattern}`;

/** Searches the values of a line, not their names; and the names that its run has now. */
const isAbout = (part: string, groupId: CompanyId) => {
  const pattern = escapePattern(part);
  return sql`(user_name ilike ${pattern} or object_type = 'device' and object_id ilike ${pattern}
    or ${mayHave(part, pattern)} and exists (select from jsonb_path_query(coalesce(after, before), '$.**') as value
      where jsonb_typeof(value) in ('string', 'number') and value #>> '{}' ilike ${pattern})
    or object_type = 'run' and object_id in (select id::text from pig_runs
      where group_id = ${groupId} and concat_ws(' ', path ->> 'name', pig) ilike ${pattern}))`;
};

async function listLines(
  { db, scope }: Reader,
  groupId: CompanyId,
  query: LogQuery,
  place: Place | null,
  limit: number,
) {
  const actions = listActions(query.kind);
  if (actions.length === 0) return [];
  const { runId, uid, search } = query;
  const { rows } = await sql<AuditLine & { us: number }>`
    select id, at, user_id, user_name, group_id, action, object_type, object_id, before, after, ${MICROSECONDS} as us
    from audit
    where group_id = ${groupId} and ${inCompany(scope, 'audit.group_id')} and action = any(${actions}::text[]) and ${isAfter(place, SOURCES.audit)}
      and ${isWithin(query)} and ${isBy(query)}
      and ${runId === undefined ? TRUE : isOfRun(runId)}
      and ${uid === undefined ? TRUE : isOfDevice(uid)}
      and ${search === undefined ? TRUE : isAbout(search, groupId)}
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

async function listOutcomes(
  { db, scope }: Reader,
  groupId: CompanyId,
  query: LogQuery,
  place: Place | null,
  limit: number,
) {
  const { kind, runId, uid, search, author } = query;
  // No user has rejected a command, and a command is of no run.
  if ((kind !== undefined && kind !== 'command') || runId !== undefined || author !== undefined) return [];
  const { rows } = await sql<OutcomeRow & { us: number }>`
    select *, ${MICROSECONDS} as us from (
      select s.id, s.at, s.state, s.detail, commands.group_id, commands.uid, commands.type
      from command_steps s join commands on commands.id = s.command_id
      where s.state in ('rejected', 'expired') and commands.group_id = ${groupId} and ${inCompany(scope, 'commands.group_id')}
    ) outcome
    where ${isAfter(place, SOURCES.outcomes)} and ${isWithin(query)}
      and ${uid === undefined ? TRUE : sql`uid = ${uid}`}
      and ${search === undefined ? TRUE : sql`concat_ws(' ', type, uid, detail) ilike ${escapePattern(search)}`}
    order by at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** The names of the runs that still exist. */
async function listNames({ db, scope }: Reader, lines: readonly AuditLine[]): Promise<ReadonlyMap<number, RunNames>> {
  const runIds = [...new Set(lines.flatMap((line) => findRunOf(line) ?? []))];
  if (runIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; runName: string; pig: string }>`
    select id, path ->> 'name' as "runName", pig from pig_runs
    where id = any(${writeArray(runIds)}::bigint[]) and ${inCompany(scope, 'pig_runs.group_id')}`.execute(db);
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

const compareNewestFirst = (one: Place, other: Place) =>
  other.us - one.us || other.source - one.source || other.id - one.id;

/** The caller has checked that the reader may see this company. */
export async function listLog(reader: Reader, groupId: CompanyId, query: LogQuery): Promise<LogPage> {
  const place = readPlace(query.before);
  const limit = query.rowsPerPage + 1;
  const [notes, lines, outcomes] = await Promise.all([
    listNotes(reader, groupId, query, place, limit),
    listLines(reader, groupId, query, place, limit),
    listOutcomes(reader, groupId, query, place, limit),
  ]);
  const found = [
    ...notes.map((note) => ({ us: note.us, source: SOURCES.notes, id: note.id, note })),
    ...lines.map((line) => ({ us: line.us, source: SOURCES.audit, id: line.id, line })),
    ...outcomes.map((outcome) => ({ us: outcome.us, source: SOURCES.outcomes, id: outcome.id, outcome })),
  ].toSorted(compareNewestFirst);
  const shown = found.slice(0, query.rowsPerPage);
  const shownLines = shown.flatMap((entry) => ('line' in entry ? [entry.line] : []));
  const [names, words, files] = await Promise.all([
    listNames(reader, shownLines),
    listStepWords(
      reader,
      shownLines.flatMap((line) => findStepOf(line) ?? []),
    ),
    listFilesOf(
      reader,
      shown.flatMap((entry) => ('note' in entry ? [entry.id] : [])),
    ),
  ]);
  const last = shown.at(-1);
  return {
    entries: shown.map((entry): ShiftEntry => {
      if ('note' in entry) return toNoteEntry(entry.note, files);
      if ('outcome' in entry) return toOutcomeEntry(entry.outcome);
      const { line } = entry;
      return toEntry(line, names.get(findRunOf(line) ?? 0), words.get(findStepOf(line) ?? 0));
    }),
    next: last && found.length > shown.length ? `${last.us}.${last.source}.${last.id}` : null,
  };
}
