import { layCourse } from '@waymark/domain/run/estimate/course';
import { predictArrival, reckon } from '@waymark/domain/run/estimate/estimate';
import type { Run } from '@waymark/domain/run/run';
import type { Change, DomainEvents } from '../../../platform/database/change.ts';
import { describeRun } from './described-run.ts';
import type { NewHookEvent, WantingHook } from './hook-events.store.ts';

// The expected arrival of a run changes only when the run does. Each webhook is told once it has moved by more than
// its own minutes since it was last told.

const MINUTE_MS = 60_000;
const TYPE = 'waymark.run.eta-changed';

export const toInstant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** When the pig is expected at the receive site; null: it stands, is not launched, or is there. */
export function findExpected(run: Run): number | null {
  if (run.completedAt !== null) return null;
  const course = layCourse(run.path);
  const expected = predictArrival(reckon(run, course), course.lengthM);
  return expected === null ? null : Math.round(expected);
}

function hasMoved(before: number | null, after: number | null, minutes: number): boolean {
  if (before === null || after === null) return before !== after;
  return Math.abs(after - before) > minutes * MINUTE_MS;
}

type Changed = DomainEvents['runs-changed']['changes'][number];

async function storeKnown(
  { db }: Change,
  { runId, groupId }: Run,
  hookIds: readonly number[],
  expected: number | null,
): Promise<void> {
  const expectedAt = expected === null ? null : new Date(expected);
  if (hookIds.length === 0) return;
  await db
    .insertInto('event_hook_etas')
    .values(hookIds.map((id) => ({ hook_id: id, run_id: runId, group_id: groupId, expected_at: expectedAt })))
    .onConflict((conflict) => conflict.columns(['hook_id', 'run_id']).doUpdateSet({ expected_at: expectedAt }))
    .execute();
}

/** The expected arrival that each webhook knows: what it was told, else that of before this change. */
async function readKnown(
  { db }: Change,
  { runId }: Run,
  hookIds: readonly number[],
  baseline: number | null,
): Promise<{ readonly known: ReadonlyMap<number, number | null>; readonly fresh: readonly number[] }> {
  const rows = await db
    .selectFrom('event_hook_etas')
    .select(['hook_id', 'expected_at'])
    .where('run_id', '=', runId)
    .where('hook_id', 'in', hookIds)
    .execute();
  const told = new Map(rows.map((row) => [row.hook_id, row.expected_at?.getTime() ?? null]));
  const fresh = hookIds.filter((id) => !told.has(id));
  return { known: new Map([...told, ...fresh.map((id) => [id, baseline] as const)]), fresh };
}

/** Events about the expected arrival of a changed run, for each webhook by what it knows. */
export async function planEtaEvents(
  change: Change,
  { before, after, at }: Changed,
  hooks: readonly WantingHook[],
): Promise<NewHookEvent[]> {
  const { runId } = after;
  const wanting = hooks.filter(({ eventTypes }) => eventTypes.includes(TYPE));
  if (wanting.length === 0) return [];
  if (after.completedAt !== null) {
    await change.db.deleteFrom('event_hook_etas').where('run_id', '=', runId).execute();
    return [];
  }
  const expected = findExpected(after);
  const ids = wanting.map(({ id }) => id);
  // The events launched and reopened have the expected arrival themselves.
  if (before === null || before.completedAt !== null) {
    await storeKnown(change, after, ids, expected);
    return [];
  }
  const { known, fresh } = await readKnown(change, after, ids, findExpected(before));
  const moved = wanting.filter(({ id, etaMinutes }) => hasMoved(known.get(id) ?? null, expected, etaMinutes));
  // Stored although nothing is told, so that many small steps add up.
  await storeKnown(change, after, fresh, findExpected(before));
  await storeKnown(
    change,
    after,
    moved.map(({ id }) => id),
    expected,
  );
  return moved.map(({ id }) => ({
    type: TYPE,
    subject: `runs/${runId}`,
    sequence: `run ${runId}`,
    at,
    hookIds: [id],
    data: {
      run: describeRun(after),
      expectedAt: toInstant(expected),
      expectedBefore: toInstant(known.get(id) ?? null),
    },
  }));
}
