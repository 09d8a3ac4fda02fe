import type { RouteInput } from '@waymark/contract/route';
import type { onCallRoutes } from '@waymark/contract/routes/on-call';
import type { OnCallSettings } from '@waymark/contract/alerts/on-call';
import { checkPolicy, type EscalationPolicy } from '@waymark/domain/alert/escalation';
import type { CompanyId, PathId, UserId } from '@waymark/domain/ids';
import { checkOverride, checkRoster } from '@waymark/domain/on-call/roster';
import { describeOnCallFault } from '@waymark/domain/words/on-call-faults';
import { sql } from 'kysely';
import { inCompany } from '../../platform/access/scope.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { listPeople } from '../users/recipients.queries.ts';
import { readOnCallSettings } from './on-call.queries.ts';

type SentRoster = Omit<RouteInput<typeof onCallRoutes.saveRoster>['body'], 'groupId'>;
type SentOverride = Omit<RouteInput<typeof onCallRoutes.addOverride>['body'], 'groupId'>;
type SentEscalation = Omit<RouteInput<typeof onCallRoutes.saveEscalation>['body'], 'groupId'>;

const readerOf = ({ db, scope }: Change) => ({ db, scope });

async function checkUsers(change: Change, groupId: CompanyId, userIds: readonly UserId[]): Promise<void> {
  const people = await listPeople(readerOf(change), [groupId]);
  if (userIds.some((id) => !people.some(({ userId }) => userId === id))) throw problem('user-not-found');
}

interface Audited {
  readonly action: string;
  readonly objectType: 'on-call' | 'escalation';
  readonly objectId: number;
  readonly before?: object;
  readonly after?: object;
}

/** Audits a change and tells the consoles of it. */
async function finish(change: Change, groupId: CompanyId, audited: Audited, now: number): Promise<OnCallSettings> {
  await change.audit({ ...audited, groupId });
  change.push('ReceiveOnCall', { groupId }, { groupId });
  return readOnCallSettings(readerOf(change), groupId, now);
}

export function saveRoster(
  database: Database,
  origin: ChangeOrigin,
  groupId: CompanyId,
  { timeZone, shifts }: SentRoster,
  now: number,
): Promise<OnCallSettings> {
  const checked = checkRoster({ zone: timeZone, shifts });
  if (!checked.ok) throw problem('roster-invalid', { detail: describeOnCallFault(checked.failure) });
  return database.change(origin, async (change) => {
    await checkUsers(
      change,
      groupId,
      shifts.map(({ userId }) => userId),
    );
    const before = await change.db
      .selectFrom('on_call_rosters')
      .select(['time_zone as timeZone', 'shifts'])
      .where('group_id', '=', groupId)
      .executeTakeFirst();
    const row = { time_zone: timeZone, shifts: JSON.stringify(shifts) };
    await change.db
      .insertInto('on_call_rosters')
      .values({ group_id: groupId, ...row })
      .onConflict((conflict) => conflict.column('group_id').doUpdateSet(row))
      .execute();
    const audited = { action: 'on-call-roster-changed', objectType: 'on-call', objectId: groupId } as const;
    return finish(change, groupId, { ...audited, ...(before && { before }), after: { timeZone, shifts } }, now);
  });
}

export function addOverride(
  database: Database,
  origin: ChangeOrigin,
  groupId: CompanyId,
  { userId, from, until }: SentOverride,
  now: number,
): Promise<OnCallSettings> {
  const checked = checkOverride({ fromAt: from, untilAt: until }, now);
  if (!checked.ok) throw problem('override-invalid', { detail: describeOnCallFault(checked.failure) });
  return database.change(origin, async (change) => {
    if (userId !== null) await checkUsers(change, groupId, [userId]);
    const { id } = await change.db
      .insertInto('on_call_overrides')
      .values({
        group_id: groupId,
        user_id: userId,
        from_at: new Date(from),
        until_at: new Date(until),
        added_name: origin.userName,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = { userId, from: new Date(from), until: new Date(until) };
    const audited = { action: 'on-call-override-added', objectType: 'on-call', objectId: id, after } as const;
    return finish(change, groupId, audited, now);
  });
}

export function removeOverride(
  database: Database,
  origin: ChangeOrigin,
  id: number,
  now: number,
): Promise<OnCallSettings> {
  return database.change(origin, async (change) => {
    const removed = await change.db
      .deleteFrom('on_call_overrides')
      .where('id', '=', id)
      .where(inCompany(change.scope, 'on_call_overrides.group_id'))
      .returning(['group_id', 'user_id as userId', 'from_at as from', 'until_at as until'])
      .executeTakeFirst();
    if (!removed) throw problem('override-not-found');
    const { group_id: groupId, ...before } = removed;
    const audited = { action: 'on-call-override-removed', objectType: 'on-call', objectId: id, before } as const;
    return finish(change, groupId, audited, now);
  });
}

async function checkPath({ db }: Change, groupId: CompanyId, pathId: PathId): Promise<void> {
  const path = db.selectFrom('pig_paths').select('id').where('group_id', '=', groupId).where('id', '=', pathId);
  if (!(await path.executeTakeFirst())) throw problem('path-not-found');
}

/** Removes the steps of a company or a path, and returns them. */
async function takeOutSteps(
  { db }: Change,
  groupId: CompanyId,
  pathId: PathId | null,
): Promise<EscalationPolicy | null> {
  const removed = await db
    .deleteFrom('escalation_policies')
    .where('group_id', '=', groupId)
    .where('path_id', pathId === null ? 'is' : '=', pathId)
    .returning('steps')
    .executeTakeFirst();
  return removed?.steps ?? null;
}

/** `steps` null: a path has those of the company again. */
export function saveEscalation(
  database: Database,
  origin: ChangeOrigin,
  groupId: CompanyId,
  { pathId, steps }: SentEscalation,
  now: number,
): Promise<OnCallSettings> {
  const checked = checkPolicy(steps ?? []);
  if (!checked.ok) throw problem('escalation-invalid', { detail: describeOnCallFault(checked.failure) });
  return database.change(origin, async (change) => {
    if (pathId !== null) await checkPath(change, groupId, pathId);
    await checkUsers(
      change,
      groupId,
      (steps ?? []).flatMap(({ userIds }) => userIds),
    );
    const before = await takeOutSteps(change, groupId, pathId);
    if (steps !== null)
      await change.db
        .insertInto('escalation_policies')
        .values({ group_id: groupId, path_id: pathId, steps: JSON.stringify(steps) })
        .onConflict((conflict) =>
          conflict.expression(sql`group_id, coalesce(path_id, 0)`).doUpdateSet({ steps: JSON.stringify(steps) }),
        )
        .execute();
    const audited = { action: 'escalation-changed', objectType: 'escalation', objectId: pathId ?? groupId } as const;
    const on = pathId === null ? {} : { pathId };
    return finish(change, groupId, { ...audited, before: { ...on, steps: before }, after: { ...on, steps } }, now);
  });
}
