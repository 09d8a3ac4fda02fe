import type { PassageRow } from '@waymark/contract/devices/passage-row';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { decide, holdPassage, readRow, tellChanged } from './change-passage.ts';
import * as runs from '../runs/runs.api.ts';

// Sets the run and the marker of a passage, as the user chooses them.

interface Edits {
  readonly database: Database;
  readonly origin: ChangeOrigin;
  readonly now: number;
}

interface RunInfo {
  readonly runId: number;
  readonly markerName: string;
}

export async function updateRunInfo(
  { database, origin, now }: Edits,
  uid: number,
  passageId: number,
  info: RunInfo,
): Promise<PassageRow> {
  return database.change(origin, async (change) => {
    const held = await holdPassage(change, uid, passageId);
    const before = await readRow(change, held);
    if (before.RunId === info.runId && before.MarkerName === info.markerName) return before;
    await runs.moveToMarker(change, { ...held, ...info, now });
    const passage = await readRow(change, held);
    await tellChanged(change, held, { action: 'passage-run-changed', after: info, passage });
    return passage;
  });
}

/** Removes a passage from its run and its verification; by the ids of its records, all of one passage. */
export async function clearRunInfo(
  { database, origin, now }: Edits,
  uid: number,
  ids: readonly number[],
): Promise<void> {
  const [passageId] = ids;
  if (passageId === undefined) throw problem('passage-not-found');
  await database.change(origin, async (change) => {
    const held = await holdPassage(change, uid, passageId);
    if (!ids.every((id) => held.ids.includes(id))) throw problem('passage-not-found');
    await decide(change, held, { kind: 'removed', now }, { isVerified: false });
    await tellChanged(change, held, {
      action: 'passage-run-cleared',
      after: { runId: null },
      passage: await readRow(change, held),
    });
  });
}
