import type { RouteReply } from '@waymark/contract/route';
import type { healthRoutes } from '@waymark/contract/routes/health';
import { ALERT_KINDS, severityOf, type AlertKind } from '@waymark/domain/alert/alert-kind';
import type { CompanyId } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';

export type AlertRate = RouteReply<typeof healthRoutes.systemHealth>['alertRates'][number];

const DEMANDS = ALERT_KINDS.filter((kind) => severityOf(kind) !== 'notice');
const MOST_SOURCES = 5;

interface CompanyRow {
  readonly groupId: CompanyId;
  readonly company: string;
  readonly raised: number;
  readonly most: number;
  readonly mostFrom: Date;
}
interface SourceRow {
  readonly groupId: CompanyId;
  readonly kind: AlertKind;
  readonly runName: string | null;
  readonly markerName: string | null;
  readonly uid: number | null;
  readonly count: number;
}

/** The alerts of the last 24 hours that asked a user to act: no facts, and none that was silenced (as `findSilence` finds). */
const demands = () => sql`demands as (
  select event.group_id, event.at, alert.kind, alert.marker_name, alert.uid, run.path ->> 'name' as run_name
  from alert_events event
  join alerts alert on alert.id = event.alert_id
  left join pig_runs run on run.id = alert.run_id
  where event.step in ('raised', 'raised-again') and event.at > now() - interval '24 hours'
    and alert.kind = any(${DEMANDS}::text[])
    and not exists (
      select from silences silence
      where silence.group_id = event.group_id and silence.from_at <= event.at and event.at < silence.until_at
        and (silence.path_id is null or silence.path_id = run.path_id)
        and (silence.marker_name is null or silence.marker_name = alert.marker_name)
        and (silence.uid is null or silence.uid = alert.uid)
        and (silence.kind is null or silence.kind = alert.kind)))`;

/** Companies with the highest rate first. Each admin of a company sees all its alerts, so these are rates per person. */
export async function listAlertRates({ db }: Reader): Promise<AlertRate[]> {
  const { rows: companies } = await sql<CompanyRow>`with ${demands()},
    counted as (
      select group_id, at, count(*) over (partition by group_id order by at
        range between current row and interval '10 minutes' following) as in_ten_minutes
      from demands)
    select group_id as "groupId", company.name as company, count(*)::int as raised, max(in_ten_minutes)::int as most,
      (array_agg(at order by in_ten_minutes desc, at))[1] as "mostFrom"
    from counted join groups company on company.id = group_id
    group by group_id, company.name order by most desc, raised desc, company`.execute(db);
  const { rows: sources } = await sql<SourceRow>`with ${demands()},
    ranked as (
      select group_id, kind, run_name, marker_name, uid, count(*)::int as count,
        row_number() over (partition by group_id order by count(*) desc, max(at) desc) as place
      from demands group by group_id, kind, run_name, marker_name, uid)
    select group_id as "groupId", kind, run_name as "runName", marker_name as "markerName", uid, count
    from ranked where place <= ${MOST_SOURCES} order by place`.execute(db);
  const byCompany = Map.groupBy(sources, ({ groupId }) => groupId);
  return companies.map(({ groupId, mostFrom, ...company }) => ({
    ...company,
    mostFrom: formatUtcSecond(mostFrom.getTime()),
    sources: (byCompany.get(groupId) ?? []).map(({ kind, runName, markerName, uid, count }) => ({
      kind,
      runName,
      markerName,
      uid,
      count,
    })),
  }));
}
