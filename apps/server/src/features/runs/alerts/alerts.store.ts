import type { RunId } from '@waymark/domain/ids';
import type { Cause } from '@waymark/domain/run/alerts/alerts';
import type { ToldCause } from '@waymark/domain/run/alerts/alerts-telling';
import { describeCause } from '@waymark/domain/words/run-messages';
import type { Run } from '@waymark/domain/run/run';
import type { Change } from '../../../platform/database/change.ts';

/** Stores new causes; a cause that recurs gets a new start. */
export async function beginCauses(change: Change, runId: RunId, causes: readonly Cause[], now: number): Promise<void> {
  if (causes.length === 0) return;
  const rows = causes.map((cause) => ({
    run_id: runId,
    cause: cause.key,
    kind: cause.kind,
    marker_name: cause.markerName,
    uid: cause.uid,
    words: describeCause(cause, now),
    began_at: new Date(now),
    ended_at: null,
  }));
  await change.db
    .insertInto('pig_run_alerts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'cause']).doUpdateSet((eb) => ({
        marker_name: eb.ref('excluded.marker_name'),
        words: eb.ref('excluded.words'),
        began_at: eb.ref('excluded.began_at'),
        ended_at: null,
      })),
    )
    .execute();
}

/** Ends the causes with the given keys, or all of the run; returns the keys of those that held. */
export async function endCauses(
  change: Change,
  runId: RunId,
  now: number,
  keys?: readonly string[],
): Promise<readonly string[]> {
  if (keys?.length === 0) return [];
  const ended = await change.db
    .updateTable('pig_run_alerts')
    .set({ ended_at: new Date(now) })
    .where('run_id', '=', runId)
    .where('ended_at', 'is', null)
    .$if(keys !== undefined, (query) => query.where('cause', 'in', keys ?? []))
    .returning('cause')
    .execute();
  return ended.map(({ cause }) => cause);
}

export async function storeNotified(
  change: Change,
  { runId, groupId }: Pick<Run, 'runId' | 'groupId'>,
  told: readonly ToldCause[],
): Promise<void> {
  if (told.length === 0) return;
  const rows = told.map(({ userId, key, toldAt, messages }) => ({
    run_id: runId,
    group_id: groupId,
    user_id: userId,
    cause: key,
    told_at: new Date(toldAt),
    messages,
  }));
  await change.db
    .insertInto('pig_run_alerts_told')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'user_id', 'cause']).doUpdateSet((eb) => ({
        told_at: eb.ref('excluded.told_at'),
        messages: eb.ref('excluded.messages'),
      })),
    )
    .execute();
}
