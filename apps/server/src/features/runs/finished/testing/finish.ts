import { finishedRunsRoutes, type FinishedRun } from '@waymark/contract/routes/finished-runs';
import { PHASES, type PigRunText } from '@waymark/contract/runs/pig-run';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { readProblem } from '../../../../testing/test-server.ts';
import { expectOk, type Caller, type RunDesk } from '../../testing/run-desk.ts';

// Calls of consoles for completed runs.

const ADD = '/finished/pigrun/add/';

/** Ends a run with a receive time `seconds` after its launch. */
export async function endAfter(desk: RunDesk, runId: number, seconds = 6000): Promise<void> {
  const text = await desk.readText(runId);
  await expectOk(desk.world.call('admin', 'POST', ADD, { ...text, recieveTime: formatUtcSecond(desk.after(seconds)) }));
}

type SentTimes = {
  readonly launchTime?: string | null;
  readonly recieveTime?: string | null;
  readonly rev?: number | undefined;
};

/** Posts a completed run with other times; `from` is an earlier read of it. */
export async function postTimes(
  desk: RunDesk,
  runId: number,
  times: SentTimes,
  by: Caller = 'admin',
  from?: PigRunText,
): Promise<Response> {
  const text = from ?? (await desk.readText(runId));
  return desk.world.call(by, 'POST', ADD, { ...text, Phase: PHASES.completed, ...times });
}

export async function readRefusal(answer: Response | Promise<Response>) {
  const { status, code, detail } = await readProblem(await answer);
  return { status, code, detail };
}

export async function listFinished(
  desk: RunDesk,
  query: Readonly<Record<string, string | number>> = {},
  by: Caller = 'admin',
) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return finishedRunsRoutes.listFinishedRuns.reply.parse(
    await desk.world.fetch(by, `/pigrun/finished?${search.toString()}`),
  );
}

export async function findFinished(desk: RunDesk, runId: number): Promise<FinishedRun | undefined> {
  return (await listFinished(desk, { rowsPerPage: 1000 })).runList.find((run) => run.runId === runId);
}
