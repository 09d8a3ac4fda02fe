import type { CompanyId, RunId, Uid, UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

export interface RunOfUser {
  readonly runId: RunId;
  readonly groupId: CompanyId;
  readonly isActive: boolean;
}

/** Runs keep the UID of the device but no longer reference it. */
export async function forgetDevice(
  change: Change,
  { uid, groupId }: { readonly uid: Uid; readonly groupId: CompanyId },
): Promise<void> {
  await change.db
    .updateTable('pig_run_devices')
    .set({ group_id: null })
    .where('uid', '=', uid)
    .where('group_id', '=', groupId)
    .execute();
}

/** Deletes a user's notification rules and notified alerts in a company; returns the runs that had a rule. */
export async function deleteRulesOfUser(change: Change, userId: UserId, groupId: CompanyId): Promise<RunOfUser[]> {
  await change.db
    .deleteFrom('pig_run_alerts_told')
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .execute();
  const { rows } = await sql<RunOfUser>`
    delete from pig_run_rules l using pig_runs r
    where l.user_id = ${userId} and l.group_id = ${groupId} and r.id = l.run_id
    returning r.id as "runId", r.group_id as "groupId", r.completed_at is null as "isActive"`.execute(change.db);
  return rows;
}
