import type { Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

/** Rejected messages of one sender, reason and link within an hour; the details are those of the newest message. */
export interface RejectedGroup {
  /** The device if it is known, else the sender; printable. */
  readonly subject: string;
  readonly uid: Uid | null;
  readonly reason: string;
  readonly link: string;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly count: number;
  /** Printable. */
  readonly sender: string;
  readonly detail: string;
  readonly topic: string;
  /** The length of the whole message. */
  readonly size: number;
  /** The beginning of the message, without secrets. */
  readonly payload: Uint8Array;
}

/** Samples whose passage never arrived. */
export const NO_PASSAGE = 'no-passage';

/** The row limit of each device, and of all senders without a device together. */
const MOST_ROWS = { device: 200, others: 1000 } as const;

const DETAIL_LENGTH = 300;
const TOPIC_LENGTH = 120;

/** Replaces unprintable characters: a hostile topic may contain any, and a zero character breaks the insert. */
export function toPrintable(text: string, length: number): string {
  const printable = text.replaceAll(/\P{L}/gu, (char) => (/[\p{N}\p{P}\p{S} ]/u.test(char) ? char : '·'));
  return printable.slice(0, length).toWellFormed();
}

function toRow(group: RejectedGroup) {
  return {
    uid: group.uid,
    sender: group.sender,
    subject: group.subject,
    reason: group.reason,
    link: group.link,
    first_at: new Date(group.firstAt).toISOString(),
    last_at: new Date(group.lastAt).toISOString(),
    count: group.count,
    detail: toPrintable(group.detail, DETAIL_LENGTH),
    topic: toPrintable(group.topic, TOPIC_LENGTH),
    size: group.size,
    payload: Buffer.from(group.payload).toString('hex'),
  };
}

/** Adds to the rows of the hour. Answers the devices with a new row; null: senders without a device. */
async function storeGroups({ db }: Change, groups: readonly RejectedGroup[]): Promise<(number | null)[]> {
  // Sort, so that two nodes lock rows in the same order and cannot deadlock.
  const order = ({ subject, reason, link, firstAt }: RejectedGroup) => `${subject} ${reason} ${link} ${firstAt}`;
  const rows = groups.toSorted((one, other) => order(one).localeCompare(order(other))).map(toRow);
  const { rows: stored } = await sql<{ uid: Uid | null; is_new: boolean }>`
    insert into rejected_messages as kept
      (group_id, uid, sender, subject, reason, link, hour, first_at, last_at, count, detail, topic, size, payload)
    select d.group_id, r.uid, r.sender, r.subject, r.reason, r.link, date_trunc('hour', r.last_at, 'UTC'), r.first_at,
      r.last_at, r.count, r.detail, r.topic, r.size, decode(r.payload, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (uid bigint, sender text, subject text, reason text,
      link text, first_at timestamptz, last_at timestamptz, count bigint, detail text, topic text, size int, payload text)
    left join devices d on d.uid = r.uid
    on conflict (subject, reason, link, hour, (coalesce(group_id, 0))) do update set
      count = kept.count + excluded.count,
      first_at = least(kept.first_at, excluded.first_at),
      last_at = greatest(kept.last_at, excluded.last_at),
      sender = excluded.sender, detail = excluded.detail, topic = excluded.topic,
      size = excluded.size, payload = excluded.payload
    returning case when group_id is not null then uid end as uid, xmax = 0 as is_new`.execute(db);
  return [...new Set(stored.filter(({ is_new: isNew }) => isNew).map(({ uid }) => uid))];
}

/** Deletes the oldest rows above the limit of each device. */
async function limitRows({ db }: Change, owners: readonly (number | null)[]): Promise<void> {
  const uids = owners.filter((uid) => uid !== null);
  if (uids.length > 0) {
    await sql`delete from rejected_messages where id in (
      select old.id from unnest(${uids}::bigint[]) as owner (uid) cross join lateral (
        select id from rejected_messages m where m.uid = owner.uid and m.group_id is not null
        order by last_at desc, id desc offset ${MOST_ROWS.device}) as old)`.execute(db);
  }
  if (owners.includes(null)) {
    await sql`delete from rejected_messages where id in (
      select id from rejected_messages where group_id is null
      order by last_at desc, id desc offset ${MOST_ROWS.others})`.execute(db);
  }
}

/** Stores rejected messages and adds to the counts of the day. */
export async function storeRejections(
  change: Change,
  groups: readonly RejectedGroup[],
  counts: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  if (groups.length > 0) await limitRows(change, await storeGroups(change, groups));
  const day = new Date(now).toISOString().slice(0, 10);
  for (const [reason, count] of [...counts].toSorted(([one], [other]) => one.localeCompare(other))) {
    await sql`insert into rejected_counts (day, reason, count) values (${day}::date, ${reason}, ${count})
      on conflict (day, reason) do update set count = rejected_counts.count + excluded.count`.execute(change.db);
  }
}
