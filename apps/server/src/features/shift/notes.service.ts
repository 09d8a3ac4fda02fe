import {
  MOST_SHIFT_FILE_BYTES,
  MOST_SHIFT_FILES,
  type ShiftEntry,
  type ShiftFile,
  type ShiftMedia,
} from '@waymark/contract/shift/shift-entry';
import type { RouteInput } from '@waymark/contract/route';
import type { shiftRoutes } from '@waymark/contract/routes/shift';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { findNoteEntry } from './notes.queries.ts';
import { isStorableText } from '@waymark/domain/storable-text';

// Decides what a file is by its content: the name and the type that a browser sends are only claims.

const SIGNATURES: readonly (readonly [ShiftMedia, (begin: string) => boolean])[] = [
  ['image/jpeg', (begin) => begin.startsWith('\u00ff\u00d8\u00ff')],
  ['image/png', (begin) => begin.startsWith('\u0089PNG\r\n\u001a\n')],
  ['image/gif', (begin) => /^GIF8[79]a/.test(begin)],
  ['image/webp', (begin) => /^RIFF[^]{4}WEBP/.test(begin)],
  ['application/pdf', (begin) => /^%PDF-\d/.test(begin)],
];
const LONGEST_SIGNATURE = 16;

// oxlint-disable-next-line no-control-regex -- a text has no other control characters than these breaks
const CONTROLS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

/** UTF-8 without control characters. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return isStorableText(text) && !CONTROLS.test(text);
  } catch {
    return false;
  }
}

/** null: none of the kinds that a note may have. */
export function findMedia(bytes: Uint8Array): ShiftMedia | null {
  const begin = Buffer.from(bytes.subarray(0, LONGEST_SIGNATURE)).toString('latin1');
  const found = SIGNATURES.find(([, isOf]) => isOf(begin))?.[0];
  if (found !== undefined) return found;
  return bytes.length > 0 && isText(bytes) ? 'text/plain' : null;
}

type SentNote = RouteInput<typeof shiftRoutes.addShiftNote>['body'];
type SentFile = RouteInput<typeof shiftRoutes.addShiftFile>['body'];

/** Files of a user that wait for their note: several notes may be under way. */
const MOST_WAITING_FILES = 4 * MOST_SHIFT_FILES;
const DELETED_AT_ONCE = 100;

export interface Author {
  readonly groupId: CompanyId;
  readonly userId: UserId;
  readonly userName: string;
}

/** The routes that write are for admins of a company, and closed to API keys. */
export function authorOf({ groupId, userId, userName }: ChangeOrigin): Author {
  if (groupId === null || userId === null) throw problem('forbidden');
  return { groupId, userId, userName };
}

/** The names that the run has now: the note keeps them. */
async function findRunNames({ db }: Change, groupId: CompanyId, runId: SentNote['runId']) {
  if (runId === null) return { run_name: null, pig: null };
  const found = await db
    .selectFrom('pig_runs')
    .select(['pig', sql<string>`path ->> 'name'`.as('run_name')])
    .where('id', '=', runId)
    .where('group_id', '=', groupId)
    .executeTakeFirst();
  if (!found) throw problem('run-not-found');
  return found;
}

/** Device and corrected note belong to the company. */
async function checkParts({ db }: Change, groupId: CompanyId, { uid, corrects }: SentNote): Promise<void> {
  const device = db.selectFrom('devices').select('uid').where('group_id', '=', groupId);
  if (uid !== null && !(await device.where('uid', '=', uid).executeTakeFirst())) throw problem('device-not-found');
  const note = db.selectFrom('shift_notes').select('id').where('group_id', '=', groupId);
  if (corrects !== null && !(await note.where('id', '=', corrects).executeTakeFirst())) throw problem('note-not-found');
}

/** Each file belongs to one note: of two notes with the same file the second one is refused. */
async function attachFiles({ db }: Change, noteId: number, { groupId, userId }: Author, sent: readonly number[]) {
  const ids = [...new Set(sent)];
  if (ids.length === 0) return;
  const attached = await db
    .updateTable('shift_files')
    .set({ note_id: noteId })
    .where('id', 'in', ids)
    .where('note_id', 'is', null)
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  if (attached.length < ids.length) throw problem('shift-file-not-found');
}

export function addNote(database: Database, origin: ChangeOrigin, sent: SentNote): Promise<ShiftEntry> {
  const author = authorOf(origin);
  const { groupId, userId, userName } = author;
  return database.change(origin, async (change) => {
    await checkParts(change, groupId, sent);
    const row = {
      group_id: groupId,
      user_id: userId,
      user_name: userName,
      text: sent.note,
      run_id: sent.runId,
      ...(await findRunNames(change, groupId, sent.runId)),
      uid: sent.uid,
      corrects: sent.corrects,
    };
    const { id } = await change.db.insertInto('shift_notes').values(row).returning('id').executeTakeFirstOrThrow();
    await attachFiles(change, id, author, sent.files);
    const entry = await findNoteEntry(change, id);
    if (!entry) throw problem('note-not-found');
    const { text, runId, uid, corrects, files } = entry;
    const after = { text, runId, uid, corrects, files: files.map(({ name }) => name) };
    await change.audit({ action: 'shift-note-added', objectType: 'shift-note', objectId: id, after });
    change.push('ReceiveShift', { groupId }, { groupId });
    return entry;
  });
}

export function addFile(database: Database, origin: ChangeOrigin, { name, data }: SentFile): Promise<ShiftFile> {
  const { groupId, userId } = authorOf(origin);
  const bytes = Buffer.from(data, 'base64');
  const media = bytes.length > MOST_SHIFT_FILE_BYTES ? null : findMedia(bytes);
  if (media === null) throw problem('shift-file-refused');
  return database.change(origin, async (change) => {
    // Two uploads of a user are counted one after the other.
    await change.db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
    const { waiting } = await change.db
      .selectFrom('shift_files')
      .select(sql<number>`count(*)::int`.as('waiting'))
      .where('user_id', '=', userId)
      .where('note_id', 'is', null)
      .executeTakeFirstOrThrow();
    if (waiting >= MOST_WAITING_FILES) throw problem('shift-files-full');
    const file = { name, media, bytes: bytes.length };
    const { id } = await change.db
      .insertInto('shift_files')
      .values({ ...file, group_id: groupId, user_id: userId, data: bytes })
      .returning('id')
      .executeTakeFirstOrThrow();
    await change.audit({ action: 'shift-file-added', objectType: 'shift-file', objectId: id, after: file });
    return { id, ...file };
  });
}

/** Deletes files whose user has added no note; returns whether there may be more. */
export async function deleteForgottenFiles({ db }: Change, oldest: Date): Promise<boolean> {
  const forgotten = db
    .selectFrom('shift_files')
    .select('id')
    .where('note_id', 'is', null)
    .where('added_at', '<', oldest)
    .limit(DELETED_AT_ONCE);
  const { numDeletedRows } = await db.deleteFrom('shift_files').where('id', 'in', forgotten).executeTakeFirstOrThrow();
  return Number(numDeletedRows) === DELETED_AT_ONCE;
}
