import type { CompanyId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { inCompany } from '../../../platform/access/scope.ts';
import { writeArray } from '../../../platform/database/array-literal.ts';
import type { Change } from '../../../platform/database/change.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { LoggedAttempt } from '../event-hooks.tables.ts';

/** Concurrent requests to one webhook from one node. */
const MOST_OF_HOOK = 4;
/** A node that dies while sending has its deliveries taken over after this time. It is longer than an attempt. */
const CLAIM_S = 30;

/** A delivery that this node sends. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly hookId: number;
  readonly groupId: CompanyId;
  readonly eventId: string;
  readonly body: string;
  /** This one included. */
  readonly attempts: number;
  readonly queuedAt: Date;
  readonly log: readonly LoggedAttempt[];
  readonly url: string;
  readonly sealedSecret: Buffer;
  /** null: no other secret is valid. */
  readonly sealedOldSecret: Buffer | null;
}

/** Whether any delivery waits, due or not: far cheaper than a claim, and mostly there is none. */
export async function hasWaiting({ db, scope }: Reader): Promise<boolean> {
  const waiting = await db
    .selectFrom('event_deliveries')
    .select('id')
    .where('status', '=', 'waiting')
    .where(inCompany(scope, 'event_deliveries.group_id'))
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}

interface Room {
  /** The webhooks that this node sends to, with the number of requests. */
  readonly sending: ReadonlyMap<number, number>;
  readonly most: number;
}

/**
 * Claims due deliveries, of each sequence only the first that waits. A webhook that fails gets one request at a time, and
 * all webhooks take turns, so that slow ones cannot take all the room.
 */
export async function claimDeliveries(change: Change, { sending, most }: Room): Promise<readonly ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with recursive hooks as (
      select h.id, case when h.failing_since is null then ${sql.lit(MOST_OF_HOOK)} else 1 end - coalesce(s.count, 0) as room
      from event_hooks h
      left join unnest(${writeArray([...sending.keys()])}::bigint[], ${writeArray([...sending.values()])}::int[])
        as s (id, count) on s.id = h.id
      where h.is_enabled
    ),
    sequences as (
      select h.id as hook_id, h.room, first.sequence
      from hooks h
      cross join lateral (
        select d.sequence from event_deliveries d where d.hook_id = h.id and d.status = 'waiting' order by d.sequence limit 1
      ) first
      where h.room > 0
      union all
      select l.hook_id, l.room, next.sequence
      from sequences l
      cross join lateral (
        select d.sequence from event_deliveries d
        where d.hook_id = l.hook_id and d.status = 'waiting' and d.sequence > l.sequence order by d.sequence limit 1
      ) next
    ),
    heads as (
      select head.id, l.room, row_number() over (partition by l.hook_id order by head.next_attempt_at, head.id) as turn
      from sequences l
      cross join lateral (
        select d.id, d.next_attempt_at, d.claimed_until from event_deliveries d
        where d.hook_id = l.hook_id and d.status = 'waiting' and d.sequence = l.sequence order by d.id limit 1
      ) head
      where head.next_attempt_at <= now() and (head.claimed_until is null or head.claimed_until <= now())
    ),
    chosen as (
      select d.id from event_deliveries d
      where d.id in (select id from heads where turn <= room order by turn, id limit ${most})
        and d.status = 'waiting' and (d.claimed_until is null or d.claimed_until <= now())
      for update skip locked
    )
    update event_deliveries d
    set attempts = d.attempts + 1, claimed_until = now() + interval '${sql.raw(String(CLAIM_S))} seconds'
    from chosen, event_hooks h
    where d.id = chosen.id and h.id = d.hook_id
    returning d.id, d.hook_id as "hookId", d.group_id as "groupId", d.event_id as "eventId", d.body, d.attempts,
      d.queued_at as "queuedAt", d.log, h.url, h.sealed_secret as "sealedSecret",
      case when h.old_secret_until > now() then h.sealed_old_secret end as "sealedOldSecret"`.execute(change.db);
  return rows;
}

/** Gives a claimed delivery back as it was: this node is stopping. */
export async function releaseDelivery(change: Change, { id, attempts }: ClaimedDelivery): Promise<void> {
  await change.db
    .updateTable('event_deliveries')
    .set({ attempts: attempts - 1, claimed_until: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'waiting')
    .execute();
}
