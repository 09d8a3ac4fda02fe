import { RECURS_WITHIN_MS } from '@waymark/domain/alert/alert-life';
import type { NodeWithoutBroker, WatchedLink } from '@waymark/domain/alert/link-causes';
import type { CompanyId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';

/** A company with active runs, and the links of the devices that watch them. */
export interface WatchedCompany {
  readonly groupId: CompanyId;
  readonly links: readonly WatchedLink[];
}

interface Row {
  readonly group_id: CompanyId;
  readonly is_iridium: boolean | null;
  readonly devices: number;
  readonly connected: number;
  readonly heard_at: Date | null;
}

/** Devices that sleep, or were not heard for a day before, are not expected to answer. */
export async function listWatchedCompanies({ db }: Reader, now: number): Promise<WatchedCompany[]> {
  const at = new Date(now);
  const { rows } = await sql<Row>`
    select r.group_id, s.is_iridium, count(distinct s.uid)::int as devices,
      count(distinct s.uid) filter (where s.is_connected)::int as connected, max(s.heartbeat_at) as heard_at
    from pig_runs r
    left join pig_run_devices d on d.run_id = r.id and d.group_id = r.group_id
    left join device_states s on s.uid = d.uid and s.heartbeat_at > ${at}::timestamptz - interval '1 day'
      and (s.is_connected or s.expected_wakeup_at is null or s.expected_wakeup_at <= ${at})
    where r.completed_at is null and r.launch_at <= ${at}
    group by r.group_id, s.is_iridium`.execute(db);
  return [...Map.groupBy(rows, ({ group_id: groupId }) => groupId)].map(([groupId, ofCompany]) => ({
    groupId,
    links: ofCompany.flatMap(({ is_iridium: isIridium, devices, connected, heard_at: heardAt }): WatchedLink[] =>
      isIridium === null
        ? []
        : [{ link: isIridium ? 'iridium' : 'cellular', devices, connected, heardAt: heardAt?.getTime() ?? null }],
    ),
  }));
}

/** The nodes that have lost their broker; silent nodes say nothing. */
export async function listNodesWithoutBroker({ db }: Reader, now: number): Promise<NodeWithoutBroker[]> {
  const rows = await db
    .selectFrom('nodes')
    .select(['name', 'broker_since'])
    .where('broker', '=', 'away')
    .where('seen_at', '>', new Date(now - 45_000))
    .orderBy('name')
    .execute();
  return rows.map(({ name, broker_since: since }) => ({ name, awaySince: since.getTime() }));
}

/** A cause of a company's links whose alert is not closed. */
export interface OpenLinkCause {
  readonly key: string;
  /** The cause has not ended. */
  readonly holds: boolean;
  /** Users know of it: a message or an acknowledgement counts until an hour after the end. */
  readonly isKnown: boolean;
}

export async function listOpenLinkCauses(
  { db }: Reader,
  now: number,
): Promise<ReadonlyMap<number, readonly OpenLinkCause[]>> {
  const rows = await db
    .selectFrom('alerts')
    .select(['group_id', 'cause', 'ended_at', 'notified_at', 'acknowledged_at'])
    .where('subject', '=', 'company')
    .where('closed_at', 'is', null)
    .execute();
  const byCompany = Map.groupBy(rows, ({ group_id: groupId }) => groupId);
  const toCause = ({ cause: key, ended_at: endedAt, ...row }: (typeof rows)[number]): OpenLinkCause => ({
    key,
    holds: endedAt === null,
    isKnown:
      (row.notified_at ?? row.acknowledged_at) !== null &&
      (endedAt === null || now - endedAt.getTime() < RECURS_WITHIN_MS),
  });
  return new Map([...byCompany].map(([groupId, open]) => [groupId, open.map(toCause)]));
}
