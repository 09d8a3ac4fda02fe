import type { Change } from '../../platform/database/change.ts';
import type { RecordKey } from './scoring.queries.ts';

export async function moveBacklog(change: Change, { uid, endOfSnipAt, kind }: RecordKey): Promise<void> {
  await change.db
    .updateTable('scoring_backlog')
    .set({ uid, end_of_snip_at: new Date(endOfSnipAt), kind })
    .execute();
}

export async function endBacklog(change: Change): Promise<void> {
  await change.db.deleteFrom('scoring_backlog').execute();
}
