import { addManualPassage } from '@waymark/domain/run/changes/changes';
import type { Run } from '@waymark/domain/run/run';
import type { Line } from '../line/line.ts';
import { findPassing, type PigRun } from '../pig/pig-run.ts';
import type { RunDesk } from '../server-client/run-desk.ts';
import type { Fleet } from './fleet.ts';
import { isReachable, type Encounter } from './pig-traffic.ts';
import { matchEncounters } from './true-passages.ts';

// Enters a completed run for a line without launches: the last pig of its timetable, as if the control room had entered
// it afterwards.

interface Past {
  readonly fleet: Pick<Fleet, 'findLastPig' | 'listEncounters'>;
  readonly desk: RunDesk;
}

const SECOND_MS = 1000;

type Markers = Run['path']['markers'];

const listTracked = ({ path: { markers } }: Run): Markers => markers.filter(({ state }) => state === 'TRACK');

/** Markers without an awake device to hear the pig. */
function findSilent(run: Run, encounters: readonly Encounter[]): Markers {
  const awake = new Set(encounters.flatMap(({ device }) => (isReachable(device.state) ? [device.uid] : [])));
  return listTracked(run).filter(({ autoLinkedUids }) => !autoLinkedUids.some((uid) => awake.has(uid)));
}

/** Adds a manual passage at the first silent marker; the others stay missed. */
function setByHand(run: Run, pig: PigRun, encounters: readonly Encounter[]): Run {
  const [marker] = findSilent(run, encounters);
  const passing = marker && findPassing(pig, marker);
  if (!marker || !passing) return run;
  const at = Math.floor(passing.at / SECOND_MS) * SECOND_MS;
  const changed = addManualPassage(run, marker.name, at, pig.receiveAt);
  return changed.ok ? changed.value : run;
}

/** Leaves the last passage for a user to verify. */
async function verifyTrue({ fleet, desk }: Past, { passages }: Run, pig: PigRun): Promise<void> {
  const isOfPig = matchEncounters(fleet.listEncounters(pig));
  const atMarkers = passages.filter((passage) => passage.markerName !== null && isOfPig(passage));
  for (const passage of atMarkers.toSorted((one, other) => one.passageAt - other.passageAt).slice(0, -1))
    await desk.verify(passage);
}

/** Enters the run only once: lines that have had a run are skipped. */
export async function enterPastRun(past: Past, line: Line): Promise<void> {
  const { fleet, desk } = past;
  const pig = fleet.findLastPig(line);
  const path = (await desk.listPaths()).find(({ name }) => name === line.name);
  const [tool] = path?.pigs ?? [];
  if (!pig || !path || tool === undefined) return;
  const runs = [...(await desk.listRuns(true)), ...(await desk.listRuns(false))];
  if (runs.some((run) => run.path.pathId === path.pathId)) return;
  const runId = await desk.launch({ path, pig: tool, launchAt: pig.launchAt, notifies: false });
  await desk.save(setByHand(await desk.readRun(runId), pig, fleet.listEncounters(pig)));
  await desk.end(await desk.readRun(runId), pig.receiveAt);
  await verifyTrue(past, await desk.synchronise(runId), pig);
}
