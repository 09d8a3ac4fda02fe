import type { RouteInput } from '@waymark/contract/route';
import type { silencesRoutes } from '@waymark/contract/routes/silences';
import type { SilenceRow } from '@waymark/contract/alerts/silence-row';
import { checkSilence } from '@waymark/domain/alert/silence';
import type { CompanyId } from '@waymark/domain/ids';
import { describeSilenceFault } from '@waymark/domain/words/setting-faults';
import { inCompany } from '../../platform/access/scope.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { findNamedCompany } from '../users/named-company.queries.ts';
import { findSilenceRow, listViewersOf } from './silences.queries.ts';

type SentSilence = RouteInput<typeof silencesRoutes.addSilence>['body'];

/** Path and device must belong to the company. */
async function checkParts({ db }: Change, groupId: CompanyId, { pathId, uid }: SentSilence): Promise<void> {
  const path = db.selectFrom('pig_paths').select('id').where('group_id', '=', groupId);
  if (pathId !== null && !(await path.where('id', '=', pathId).executeTakeFirst())) throw problem('path-not-found');
  const device = db.selectFrom('devices').select('uid').where('group_id', '=', groupId);
  if (uid !== null && !(await device.where('uid', '=', uid).executeTakeFirst())) throw problem('device-not-found');
}

async function finish(change: Change, id: number, action: string): Promise<SilenceRow> {
  const reader = { db: change.db, scope: change.scope };
  const silence = await findSilenceRow(reader, id);
  if (!silence) throw problem('silence-not-found');
  const { groupId } = silence;
  await change.audit({ action, objectType: 'silence', objectId: id, groupId, after: silence });
  change.push('ReceiveSilence', { groupId }, silence);
  for (const userId of await listViewersOf(reader, id)) change.push('ReceiveOwnSilences', { userId }, { groupId });
  return silence;
}

export function addSilence(
  database: Database,
  origin: ChangeOrigin,
  sent: SentSilence,
  now: number,
): Promise<SilenceRow> {
  const { pathId, markerName, uid, kind, from, until, reason } = sent;
  const checked = checkSilence({ fromAt: from, untilAt: until, pathId, markerName }, now);
  if (!checked.ok) throw problem('silence-invalid', { detail: describeSilenceFault(checked.failure) });
  return database.change(origin, async (change) => {
    const groupId = await findNamedCompany(change, origin.groupId, sent.groupId);
    await checkParts(change, groupId, sent);
    const { id } = await change.db
      .insertInto('silences')
      .values({
        group_id: groupId,
        path_id: pathId,
        marker_name: markerName,
        uid,
        kind,
        from_at: new Date(from),
        until_at: new Date(until),
        reason,
        added_by: origin.userId,
        added_name: origin.userName,
        added_at: new Date(now),
        ended_name: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return finish(change, id, 'silence-added');
  });
}

/** A silence that is over stays as it was. */
export function endSilence(database: Database, origin: ChangeOrigin, id: number, now: number): Promise<SilenceRow> {
  return database.change(origin, async (change) => {
    const found = await change.db
      .selectFrom('silences')
      .select(['id', 'from_at', 'until_at'])
      .where('id', '=', id)
      .where(inCompany(change.scope, 'silences.group_id'))
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw problem('silence-not-found');
    if (found.until_at.getTime() > now) {
      const at = new Date(now);
      await change.db
        .updateTable('silences')
        .set({ until_at: at, ended_name: origin.userName, ...(found.from_at > at && { from_at: at }) })
        .where('id', '=', id)
        .execute();
    }
    return finish(change, id, 'silence-ended');
  });
}

const DELETED_AT_ONCE = 2000;

/** Returns whether there may be more. */
export async function deleteOldSilences(change: Change, oldest: Date): Promise<boolean> {
  const old = change.db.selectFrom('silences').select('id').where('until_at', '<', oldest).limit(DELETED_AT_ONCE);
  const { numDeletedRows } = await change.db.deleteFrom('silences').where('id', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows) === DELETED_AT_ONCE;
}
