import type { CompanyId, UserId } from '@waymark/domain/ids';
import type { Change } from '../../platform/database/change.ts';

interface Leaver {
  readonly userId: UserId;
  readonly groupId: CompanyId;
}

/** Their overrides are gaps from now on. */
async function leaveOverrides({ db }: Change, { userId, groupId }: Leaver): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('on_call_overrides')
    .set({ user_id: null })
    .where('group_id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function leaveShifts({ db }: Change, { userId, groupId }: Leaver): Promise<boolean> {
  const ofCompany = db.selectFrom('on_call_rosters').select('shifts').where('group_id', '=', groupId);
  const roster = await ofCompany.forUpdate().executeTakeFirst();
  const left = roster?.shifts.filter((shift) => shift.userId !== userId) ?? [];
  if (!roster || left.length === roster.shifts.length) return false;
  await db
    .updateTable('on_call_rosters')
    .set({ shifts: JSON.stringify(left) })
    .where('group_id', '=', groupId)
    .execute();
  return true;
}

async function leaveSteps({ db }: Change, { userId, groupId }: Leaver): Promise<boolean> {
  const ofCompany = db.selectFrom('escalation_policies').select(['id', 'steps']).where('group_id', '=', groupId);
  const policies = await ofCompany.orderBy('id').forUpdate().execute();
  const named = policies.filter(({ steps }) => steps.some(({ userIds }) => userIds.includes(userId)));
  for (const { id, steps } of named) {
    const left = steps.map((step) => ({ ...step, userIds: step.userIds.filter((each) => each !== userId) }));
    await db
      .updateTable('escalation_policies')
      .set({ steps: JSON.stringify(left) })
      .where('id', '=', id)
      .execute();
  }
  return named.length > 0;
}

/** Takes a user who leaves the company out of its shifts, overrides and steps. */
export async function removeUserFromOnCall(change: Change, leaver: Leaver): Promise<void> {
  const { userId, groupId } = leaver;
  const changed = [
    await leaveOverrides(change, leaver),
    await leaveShifts(change, leaver),
    await leaveSteps(change, leaver),
  ];
  if (!changed.includes(true)) return;
  const audited = { objectType: 'on-call', objectId: groupId, groupId, before: { userId }, after: {} } as const;
  await change.audit({ action: 'on-call-user-removed', ...audited });
  change.push('ReceiveOnCall', { groupId }, { groupId });
}
