import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { RecordKey } from './scoring.queries.ts';

type Mark = Tables['scoring_backlog'];

/** undefined: nothing is left. */
export async function findBacklog({ db }: Reader): Promise<Mark | undefined> {
  return db.selectFrom('scoring_backlog').selectAll().executeTakeFirst();
}

/** The next records with samples and without scores. Some of them cannot be scored: the mark moves past them. */
export async function listUnscored({ db }: Reader, mark: Mark, limit: number): Promise<RecordKey[]> {
  const { rows } = await sql<RecordKey>`
    select p.uid, (extract(epoch from p.end_of_snip_at) * 1000)::bigint as "endOfSnipAt", p.kind
    from passages p
    where (p.uid, p.end_of_snip_at, p.kind) > (${mark.uid}, ${mark.end_of_snip_at}, ${mark.kind}) and p.scores is null
      and exists (select from waveforms w where w.uid = p.uid and w.end_of_snip_at = p.end_of_snip_at and w.kind = p.kind)
    order by p.uid, p.end_of_snip_at, p.kind
    limit ${limit}`.execute(db);
  return rows;
}
