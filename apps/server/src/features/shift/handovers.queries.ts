import type { Handover, HandoverDraft, HandoverRow } from '@waymark/contract/shift/handover';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { HandoverSheet } from '@waymark/domain/shift/handover';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql, type Selectable } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

export type StoredHandover = Selectable<Tables['shift_handovers']>;

const toText = (at: Date) => formatUtcSecond(at.getTime());

const ROW = [
  'id',
  'group_id',
  'taken_at',
  'signed_at',
  'signed_by',
  'signed_name',
  'accepted_at',
  'accepted_by',
  'accepted_name',
  'remark',
] as const;

type Row = Pick<StoredHandover, (typeof ROW)[number]>;

const toRow = (row: Row): HandoverRow => ({
  id: row.id,
  groupId: row.group_id,
  takenAt: toText(row.taken_at),
  signed: { userId: row.signed_by, name: row.signed_name, at: toText(row.signed_at) },
  accepted:
    row.accepted_at === null
      ? null
      : {
          userId: row.accepted_by ?? 0,
          name: row.accepted_name ?? '',
          at: toText(row.accepted_at),
          remark: row.remark ?? '',
        },
});

/** The wire has lists that may change; nothing changes these. */
const toWireSheet = (sheet: HandoverSheet) => sheet as Handover['sheet'];

export const toHandover = (row: StoredHandover): Handover => ({
  ...toRow(row),
  words: row.words,
  sheet: toWireSheet(row.sheet),
});

interface Page {
  readonly before?: number | undefined;
  readonly rowsPerPage: number;
}

export async function listHandovers({ db, scope }: Reader, groupId: CompanyId, { before, rowsPerPage }: Page) {
  const ofCompany = db
    .selectFrom('shift_handovers')
    .where('group_id', '=', groupId)
    .where(inCompany(scope, 'shift_handovers.group_id'));
  const rows = await ofCompany
    .select(ROW)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(rowsPerPage + 1)
    .execute();
  const { waiting } = await ofCompany
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where('accepted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { handovers: rows.slice(0, rowsPerPage).map(toRow), hasMore: rows.length > rowsPerPage, waiting };
}

export async function findHandover({ db, scope }: Reader, id: number): Promise<Handover | null> {
  const row = await db
    .selectFrom('shift_handovers')
    .selectAll()
    .where('id', '=', id)
    .where(inCompany(scope, 'shift_handovers.group_id'))
    .executeTakeFirst();
  return row ? toHandover(row) : null;
}

export async function findDraft(
  { db, scope }: Reader,
  { groupId, userId }: { readonly groupId: CompanyId; readonly userId: UserId },
): Promise<HandoverDraft | null> {
  const row = await db
    .selectFrom('shift_drafts')
    .select(['words', 'sheet'])
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .where(inCompany(scope, 'shift_drafts.group_id'))
    .executeTakeFirst();
  return row ? { words: row.words, sheet: toWireSheet(row.sheet) } : null;
}

/** When the sheet was taken that was accepted last: its notes are known to the shift, later ones are not. */
export async function findLastAcceptedTaking({ db, scope }: Reader, groupId: CompanyId): Promise<Date | null> {
  const row = await db
    .selectFrom('shift_handovers')
    .select('taken_at')
    .where('group_id', '=', groupId)
    .where('accepted_at', 'is not', null)
    .where(inCompany(scope, 'shift_handovers.group_id'))
    .orderBy('taken_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.taken_at ?? null;
}

export async function findCompanyName({ db }: Reader, groupId: CompanyId): Promise<string> {
  const row = await db.selectFrom('groups').select('name').where('id', '=', groupId).executeTakeFirst();
  return row?.name ?? '';
}
