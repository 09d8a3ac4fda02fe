import type { OnCallSettings } from '@waymark/contract/alerts/on-call';
import type { EscalationPolicy } from '@waymark/domain/alert/escalation';
import type { CompanyId, PathId } from '@waymark/domain/ids';
import { listDuties, type Roster } from '@waymark/domain/on-call/roster';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { UTC } from '@waymark/domain/time/zone';
import { inCompany } from '../../platform/access/scope.ts';
import type { Reader } from '../../platform/database/database.ts';
import { listPeople, type Person } from '../users/recipients.queries.ts';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 90;

/** The plan of a company for alerts that no user acknowledges. */
export interface OnCallPlan {
  readonly roster: Roster;
  readonly people: readonly Person[];
  readonly steps: EscalationPolicy;
  readonly stepsOfPath: ReadonlyMap<number, EscalationPolicy>;
}

/** A path without steps of its own has those of the company; so have alerts that belong to no path. */
export const findSteps = ({ steps, stepsOfPath }: OnCallPlan, pathId: PathId | null): EscalationPolicy =>
  (pathId === null ? undefined : stepsOfPath.get(pathId)) ?? steps;

const selectPolicies = ({ db, scope }: Reader, groupIds: readonly CompanyId[]) =>
  db
    .selectFrom('escalation_policies as policy')
    .leftJoin('pig_paths', 'pig_paths.id', 'policy.path_id')
    .select(['policy.group_id', 'policy.path_id', 'policy.steps', 'pig_paths.name as path_name'])
    .where('policy.group_id', 'in', groupIds)
    .where(inCompany(scope, 'policy.group_id'))
    .orderBy('pig_paths.name')
    .orderBy('policy.id')
    .execute();

const selectOverrides = ({ db, scope }: Reader, groupIds: readonly CompanyId[], since: number) =>
  db
    .selectFrom('on_call_overrides')
    .selectAll()
    .where('group_id', 'in', groupIds)
    .where(inCompany(scope, 'on_call_overrides.group_id'))
    .where('until_at', '>', new Date(since))
    .orderBy('from_at')
    .orderBy('id')
    .execute();

async function readRosters(
  reader: Reader,
  groupIds: readonly CompanyId[],
  since: number,
): Promise<(groupId: CompanyId) => Roster> {
  const rosters = await reader.db
    .selectFrom('on_call_rosters')
    .selectAll()
    .where('group_id', 'in', groupIds)
    .where(inCompany(reader.scope, 'on_call_rosters.group_id'))
    .execute();
  const overrides = await selectOverrides(reader, groupIds, since);
  return (groupId) => {
    const found = rosters.find((row) => row.group_id === groupId);
    return {
      zone: found?.time_zone ?? UTC,
      shifts: found?.shifts ?? [],
      overrides: overrides
        .filter((row) => row.group_id === groupId)
        .map(({ id, user_id: userId, from_at: fromAt, until_at: untilAt }) => ({
          id,
          userId,
          fromAt: fromAt.getTime(),
          untilAt: untilAt.getTime(),
        })),
    };
  };
}

/** The plans of those of the companies that escalate anything. */
export async function readOnCallPlans(
  reader: Reader,
  groupIds: readonly CompanyId[],
  now: number,
): Promise<ReadonlyMap<number, OnCallPlan>> {
  if (groupIds.length === 0) return new Map();
  const policies = (await selectPolicies(reader, groupIds)).filter(
    ({ path_id: pathId, steps }) => pathId !== null || steps.length > 0,
  );
  const escalating = [...new Set(policies.map(({ group_id: groupId }) => groupId))];
  if (escalating.length === 0) return new Map();
  const rosterOf = await readRosters(reader, escalating, now);
  const people = await listPeople(reader, escalating);
  return new Map(
    escalating.map((groupId) => {
      const own = policies.filter((policy) => policy.group_id === groupId);
      const stepsOfPath = own.flatMap(({ path_id: pathId, steps }) =>
        pathId === null ? [] : [[pathId, steps] as const],
      );
      const plan: OnCallPlan = {
        roster: rosterOf(groupId),
        people: people.filter((person) => person.groupId === groupId),
        steps: own.find(({ path_id: pathId }) => pathId === null)?.steps ?? [],
        stepsOfPath: new Map(stepsOfPath),
      };
      return [groupId, plan];
    }),
  );
}

export async function readOnCallSettings(reader: Reader, groupId: CompanyId, now: number): Promise<OnCallSettings> {
  const since = now - SHOWN_DAYS * DAY_MS;
  const policies = await selectPolicies(reader, [groupId]);
  const overrides = await selectOverrides(reader, [groupId], since);
  const { zone, shifts } = (await readRosters(reader, [groupId], since))(groupId);
  const people = await listPeople(reader, [groupId]);
  return {
    roster: { timeZone: zone, shifts: [...shifts] },
    overrides: overrides.map(({ id, user_id: userId, from_at: from, until_at: until, added_name: addedBy }) => ({
      id,
      userId,
      from: formatUtcSecond(from.getTime()),
      until: formatUtcSecond(until.getTime()),
      addedBy,
    })),
    steps: policies.find(({ path_id: pathId }) => pathId === null)?.steps ?? [],
    paths: policies.flatMap(({ path_id: pathId, path_name: pathName, steps }) =>
      pathId === null ? [] : [{ pathId, pathName: pathName ?? '', steps }],
    ),
    people: people.map(({ userId, name, isAdmin, media }) => ({ userId, name, isAdmin, media: [...media] })),
  };
}

const FORESEEN_DAYS = 14;

/** The person on call now, and the end of their time. */
export async function readOnCallNow(reader: Reader, groupId: CompanyId, now: number) {
  const roster = (await readRosters(reader, [groupId], now))(groupId);
  const duties = listDuties(roster, now, now + FORESEEN_DAYS * DAY_MS);
  const [first, second] = duties;
  const people = await listPeople(reader, [groupId]);
  return {
    name: people.find(({ userId }) => userId === first?.userId)?.name ?? null,
    until: second ? formatUtcSecond(second.fromAt) : null,
    timeZone: roster.zone,
  };
}
