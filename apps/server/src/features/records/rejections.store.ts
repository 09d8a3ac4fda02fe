import { sql } from 'kysely';
import type { Change } from '../../platform/database/change.ts';

export interface RejectedMessage {
  readonly at: number;
  readonly reason: string;
  readonly detail: string;
  readonly link: string;
  readonly uid: number | null;
  readonly sender: string;
  readonly topic: string;
  readonly payload: Uint8Array;
}

/** Samples whose passage never came. */
export const NO_PASSAGE = 'no-passage';

const DETAIL_LENGTH = 300;
const SENDER_LENGTH = 120;
/** What is printable only: a hostile topic may hold anything, a zero byte even breaks the insert. */
const clean = (text: string, length: number) =>
  text.replaceAll(/\P{L}/gu, (char) => (/[\p{N}\p{P}\p{S} ]/u.test(char) ? char : '·')).slice(0, length);

/** Keeps the samples and adds to the counts of the day. */
export async function storeRejections(
  change: Change,
  samples: readonly RejectedMessage[],
  counts: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  if (samples.length > 0) {
    await change.db
      .insertInto('rejected_messages')
      .values(
        samples.map(({ at, reason, detail, link, uid, sender, topic, payload }) => ({
          at: new Date(at),
          reason,
          detail: clean(detail, DETAIL_LENGTH),
          link,
          uid,
          sender: clean(sender, SENDER_LENGTH),
          topic: clean(topic, SENDER_LENGTH),
          payload: Buffer.from(payload),
        })),
      )
      .execute();
  }
  const day = new Date(now).toISOString().slice(0, 10);
  for (const [reason, count] of [...counts].toSorted(([one], [other]) => one.localeCompare(other))) {
    await sql`insert into rejected_counts (day, reason, count) values (${day}::date, ${reason}, ${count})
      on conflict (day, reason) do update set count = rejected_counts.count + excluded.count`.execute(change.db);
  }
}
