import type { CompanyId, Uid } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { writeArray } from '../../platform/database/array-literal.ts';
import type { Change } from '../../platform/database/change.ts';

interface Expected {
  readonly uid: Uid;
  readonly groupId: CompanyId;
}

/** Checks that each device still belongs to the company that was looked up for its messages. */
export async function haveAllCompanies({ db }: Change, messages: readonly Expected[]): Promise<boolean> {
  const groups = [...new Map(messages.map(({ uid, groupId }) => [uid, groupId]))];
  // A count: for `not exists … limit 1` a planner without statistics looks through the company's devices for each one.
  const { rows } = await sql<{ count: number }>`
    select count(*) from unnest(${writeArray(groups.map(([uid]) => uid))}::bigint[], ${writeArray(groups.map(([, groupId]) => groupId))}::bigint[])
      as expected (uid, group_id)
    join devices d on d.uid = expected.uid and d.group_id = expected.group_id`.execute(db);
  return rows[0]?.count === groups.length;
}
