import type { Handover, HandoverDraft } from '@waymark/contract/shift/handover';
import type { UserId } from '@waymark/domain/ids';
import { findAcceptFault, isFresh, type HandoverSheet } from '@waymark/domain/shift/handover';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { describeAccepted } from '@waymark/domain/words/server-refusals';
import { inCompany } from '../../platform/access/scope.ts';
import type { Change, ChangeOrigin, DomainEvents } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { described } from '../../platform/http/described.ts';
import { problem } from '../../platform/http/problem.ts';
import { findDraft, toHandover } from './handovers.queries.ts';
import { authorOf } from './notes.service.ts';
import { takeSheet } from './take-sheet.ts';

/** The numbers of a sheet, for the audit trail. */
const countSheet = ({ takenAt, ...sheet }: HandoverSheet) => ({
  takenAt,
  alerts: sheet.alerts.total,
  runs: sheet.runs.total,
  silences: sheet.silences.total,
  commands: sheet.commands.total,
  devices: sheet.devices.total,
  notes: sheet.notes.total,
});

/** Takes the sheet of this instant; of two of one user the later one stays. */
export async function takeDraft(
  database: Database,
  origin: ChangeOrigin,
  words: string,
  now: number,
): Promise<HandoverDraft> {
  const author = authorOf(origin);
  const { groupId, userId } = author;
  const sheet = await takeSheet(database.read(origin.scope), groupId, now);
  return database.change(origin, async (change) => {
    const row = { group_id: groupId, taken_at: new Date(now), sheet: JSON.stringify(sheet), words };
    await change.db
      .insertInto('shift_drafts')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    await change.audit({
      action: 'handover-taken',
      objectType: 'handover',
      objectId: 'draft',
      after: countSheet(sheet),
    });
    const draft = await findDraft(change, author);
    if (!draft) throw problem('handover-not-found');
    return draft;
  });
}

export function discardDraft(database: Database, origin: ChangeOrigin): Promise<void> {
  const { userId } = authorOf(origin);
  return database.change(origin, async (change) => {
    const dropped = await change.db
      .deleteFrom('shift_drafts')
      .where('user_id', '=', userId)
      .returning('sheet')
      .executeTakeFirst();
    if (!dropped) return;
    await change.audit({
      action: 'handover-discarded',
      objectType: 'handover',
      objectId: 'draft',
      before: countSheet(dropped.sheet),
    });
  });
}

/** A user who leaves the company hands nothing over. */
export async function dropDraftOfUser(change: Change, { userId }: DomainEvents['user-leaving']): Promise<void> {
  await change.db.deleteFrom('shift_drafts').where('user_id', '=', userId).execute();
}

async function lockDraft({ db }: Change, userId: UserId) {
  const draft = await db
    .selectFrom('shift_drafts')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!draft) throw problem('handover-not-found');
  return draft;
}

interface Signing {
  /** When the sheet was taken that the user has seen. */
  readonly takenAt: number;
  readonly notes: string;
}

export function signDraft(
  database: Database,
  origin: ChangeOrigin,
  { takenAt, notes: words }: Signing,
  now: number,
): Promise<Handover> {
  const { groupId, userId, userName } = authorOf(origin);
  return database.change(origin, async (change) => {
    const { sheet, taken_at: taken, group_id: ofCompany } = await lockDraft(change, userId);
    if (ofCompany !== groupId) throw problem('handover-not-found');
    const isSeen = sheet.takenAt === formatUtcSecond(takenAt);
    if (!isSeen || !isFresh(taken.getTime(), now)) throw problem('handover-outdated');
    await change.db.deleteFrom('shift_drafts').where('user_id', '=', userId).execute();
    const row = await change.db
      .insertInto('shift_handovers')
      .values({
        group_id: groupId,
        taken_at: taken,
        sheet: JSON.stringify(sheet),
        words,
        signed_at: new Date(now),
        signed_by: userId,
        signed_name: userName,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await change.audit({
      action: 'handover-signed',
      objectType: 'handover',
      objectId: row.id,
      after: { ...countSheet(sheet), text: words },
    });
    change.push('ReceiveShift', { groupId }, { groupId });
    return toHandover(row);
  });
}

export function acceptHandover(
  database: Database,
  origin: ChangeOrigin,
  id: number,
  remark: string,
  now: number,
): Promise<Handover> {
  const { groupId, userId, userName } = authorOf(origin);
  return database.change(origin, async (change) => {
    const row = await change.db
      .selectFrom('shift_handovers')
      .selectAll()
      .where('id', '=', id)
      .where(inCompany(change.scope, 'shift_handovers.group_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw problem('handover-not-found');
    const signed = { signedBy: row.signed_by, acceptedAt: row.accepted_at?.getTime() ?? null };
    const fault = findAcceptFault(signed, { userId, remark });
    const { accepted } = toHandover(row);
    if (fault === 'accepted' && accepted)
      throw problem(
        'handover-accepted',
        described((t) => describeAccepted(accepted.name, accepted.at, t)),
      );
    if (fault === 'remark-missing') throw problem('handover-remark-missing');
    const acceptance = { accepted_at: new Date(now), accepted_by: userId, accepted_name: userName, remark };
    await change.db.updateTable('shift_handovers').set(acceptance).where('id', '=', id).execute();
    await change.audit({
      action: 'handover-accepted',
      objectType: 'handover',
      objectId: id,
      after: { text: remark },
    });
    change.push('ReceiveShift', { groupId }, { groupId });
    return toHandover({ ...row, ...acceptance });
  });
}
