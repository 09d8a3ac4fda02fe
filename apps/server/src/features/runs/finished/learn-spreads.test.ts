import { runPath } from '@waymark/contract/runs/pig-run';
import { addManualPassage } from '@waymark/domain/run/changes/changes';
import { LEAST_RUNS } from '@waymark/domain/run/estimate/learn-spreads';
import type { Marks } from '@waymark/domain/run/estimate/spread';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectOk, openRunDesk, type Caller, type RunDesk } from '../testing/run-desk.ts';
import { endAfter } from './testing/finish.ts';

let desk: RunDesk;
beforeAll(async () => {
  desk = await openRunDesk(865_001);
});
afterAll(() => desk.server.close());

const query = (text: string, values: readonly unknown[] = []) => desk.server.app.database.pool.query(text, [...values]);

/** Launched at 0, seen at M2 after 2000 s, received after 4700 s. */
async function finish(): Promise<number> {
  const { runId } = await desk.launch();
  await expectOk(desk.post(runId, (run) => addManualPassage(run, 'M2', desk.after(2000), Date.now())));
  await endAfter(desk, runId, 4700);
  return runId;
}

/** Copies a run `count` times, each ten seconds later at M2 than the one before. */
async function repeat(runId: number, count: number): Promise<void> {
  await query(
    `with copies as (
       insert into pig_runs (group_id, path_id, pig, path, launch_at, completed_at)
       select group_id, path_id, pig, path, launch_at, completed_at from pig_runs, generate_series(1, $2::int) where id = $1 returning id),
     marked as (insert into pig_run_markers (run_id, name, place, marker) select c.id, name, place, marker from pig_run_markers, copies c where run_id = $1)
     insert into pig_run_passages (run_id, marker_name, passage_at, is_verified, is_offline, is_bluetooth)
     select c.id, marker_name, passage_at + interval '10 seconds' * row_number() over (), true, false, false from pig_run_passages, copies c where run_id = $1`,
    [runId, count],
  );
}

/** Runs the nightly job. */
async function learn(): Promise<void> {
  await query(`select graphile_worker.add_job('runs.learn-spreads', '{}'::json)`);
  await vi.waitFor(async () => {
    expect(
      (await query(`select 1 from graphile_worker.jobs where task_identifier = 'runs.learn-spreads'`)).rows,
    ).toEqual([]);
  });
}

async function readSpreads(runId: number, by: Caller = 'admin') {
  return runPath.parse(JSON.parse((await desk.readText(runId, by)).pigPath)).etaSpreads;
}

describe('learning arrival spreads', () => {
  test('a company has learned spreads while it has at least 50 completed runs; a run without a line does not count', async () => {
    const first = await finish();
    await repeat(first, LEAST_RUNS - 2);
    const { runId: active } = await desk.launch();
    await learn();
    expect(await readSpreads(active)).toBeUndefined();
    const last = await finish();
    const broken = await finish();
    await query(`update pig_runs set path = path - 'pigLineGenerated' where id = $1`, [broken]);
    await learn();
    const learned = await readSpreads(active);
    expect(learned?.runs).toBe(LEAST_RUNS);
    // At the launch M2 was the second marker ahead, and the end the fourth.
    expect(learned?.marks.none.map((marks) => marks !== null)).toEqual([false, true, true, false, false]);
    expect(learned?.marks.liquid).toEqual([null, null, null, null, null]);
    const { rows } = await query('select group_id from run_spreads');
    expect(rows).toEqual([{ group_id: desk.world.groupId }]);
    await expectOk(desk.world.call('admin', 'DELETE', `/pigrun/${last}`));
    await learn();
    expect(await readSpreads(active)).toBeUndefined();
  });

  test('a posted run neither sets nor clears the learned spreads', async () => {
    const { runId } = await desk.launch();
    const marks: Marks[] = [[-9, 0, 9]];
    const taught = { runs: 77, marks: { none: marks, unsure: marks, gas: marks, liquid: marks } };
    await query('insert into run_spreads (group_id, spreads) values ($1, $2)', [
      desk.world.groupId,
      JSON.stringify(taught),
    ]);
    expect(await readSpreads(runId)).toEqual(taught);
    await expectOk(
      desk.post(runId, (run) => ({
        ok: true,
        value: { ...run, jobNumber: 'J-1', auto: { ...run.auto, spreads: { ...taught, runs: 1 } } },
      })),
    );
    expect(await readSpreads(runId)).toEqual(taught);
    const { rows } = await query(`select path ? 'etaSpreads' as kept from pig_runs where id = $1`, [runId]);
    expect(rows).toEqual([{ kept: false }]);
    await query('delete from run_spreads');
  });
});
