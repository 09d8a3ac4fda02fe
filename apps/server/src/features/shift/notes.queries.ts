import type { ShiftEntry, ShiftFile } from '@waymark/contract/shift/shift-entry';
import type { CompanyId } from '@waymark/domain/ids';
import type { SheetNote } from '@waymark/domain/shift/handover';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql, type Selectable } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type NoteRow = Selectable<Tables['shift_notes']>;

/** Files and corrections of notes, by note. */
export interface NoteParts {
  readonly files: ReadonlyMap<number, readonly ShiftFile[]>;
  readonly corrections: ReadonlyMap<number, readonly number[]>;
}

const FILE = ['id', 'name', 'media', 'bytes'] as const;

export async function listFilesOf({ db, scope }: Reader, noteIds: readonly number[]): Promise<NoteParts> {
  if (noteIds.length === 0) return { files: new Map(), corrections: new Map() };
  const [files, corrections] = await Promise.all([
    db
      .selectFrom('shift_files')
      .select([...FILE, 'note_id'])
      .where('note_id', 'in', noteIds)
      .where(inCompany(scope, 'shift_files.group_id'))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('shift_notes')
      .select(['id', 'corrects'])
      .where('corrects', 'in', noteIds)
      .where(inCompany(scope, 'shift_notes.group_id'))
      .orderBy('id')
      .execute(),
  ]);
  return {
    files: new Map(
      [...Map.groupBy(files, ({ note_id: noteId }) => noteId ?? 0)].map(([noteId, of]) => [
        noteId,
        of.map(({ id, name, media, bytes }) => ({ id, name, media, bytes })),
      ]),
    ),
    corrections: new Map(
      [...Map.groupBy(corrections, ({ corrects }) => corrects ?? 0)].map(([noteId, of]) => [
        noteId,
        of.map(({ id }) => id),
      ]),
    ),
  };
}

export const toNoteEntry = (row: NoteRow, { files, corrections }: NoteParts): ShiftEntry => ({
  key: `note ${row.id}`,
  groupId: row.group_id,
  at: formatUtcSecond(row.at.getTime()),
  kind: 'note',
  action: null,
  text: row.text,
  alertWords: null,
  author: { userId: row.user_id, name: row.user_name },
  runId: row.run_id,
  runName: row.run_name,
  pig: row.pig,
  uid: row.uid,
  markerName: null,
  alertId: null,
  alertKind: null,
  passages: [],
  command: null,
  devices: null,
  span: null,
  handoverId: null,
  noteId: row.id,
  corrects: row.corrects,
  correctedBy: [...(corrections.get(row.id) ?? [])],
  files: [...(files.get(row.id) ?? [])],
});

export async function findNoteEntry(reader: Reader, id: number): Promise<ShiftEntry | null> {
  const row = await reader.db
    .selectFrom('shift_notes')
    .selectAll()
    .where('id', '=', id)
    .where(inCompany(reader.scope, 'shift_notes.group_id'))
    .executeTakeFirst();
  return row ? toNoteEntry(row, await listFilesOf(reader, [id])) : null;
}

/** The notes of a shift for its sheet, the oldest first; of too many the newest. */
export async function listNotesSince(
  { db }: Reader,
  groupId: CompanyId,
  since: Date | null,
  most: number,
): Promise<{ readonly rows: SheetNote[]; readonly total: number }> {
  const { rows } = await sql<NoteRow & { files: number; total: number }>`
    select n.*, (select count(*)::int from shift_files f where f.note_id = n.id) as files,
      count(*) over ()::int as total
    from shift_notes n where n.group_id = ${groupId} and n.at >= ${since ?? new Date(0)}
    order by n.at desc, n.id desc limit ${most}`.execute(db);
  return {
    rows: rows.toReversed().map((row) => ({
      id: row.id,
      at: formatUtcSecond(row.at.getTime()),
      by: row.user_name,
      text: row.text,
      runName: row.run_name,
      uid: row.uid,
      corrects: row.corrects,
      files: row.files,
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** A file of a note; one without a note only for the user who sent it. */
export async function findFile({ db, scope }: Reader, id: number, userId: number) {
  return db
    .selectFrom('shift_files')
    .select(['name', 'data'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('note_id', 'is not', null), eb('user_id', '=', userId)]))
    .where(inCompany(scope, 'shift_files.group_id'))
    .executeTakeFirst();
}
