import type { PassageScores } from '@waymark/contract/devices/passage-row';
import type { RunId } from '@waymark/domain/ids';
import type { Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { listPassagesEndingAt } from '../history/passages.queries.ts';
import { findRun } from './runs.queries.ts';

/** The algorithms' results for the passages of a run, ordered by time. */
export async function readRunScores(reader: Reader, runId: RunId): Promise<PassageScores[]> {
  const run = await findRun(reader, runId);
  if (!run) throw problem('run-not-found');
  const ofDevices = run.passages.flatMap(({ uid, endOfSnipAt }) =>
    uid === null || endOfSnipAt === null ? [] : [{ uid, endOfSnipAt }],
  );
  const byDevice = Map.groupBy(ofDevices, ({ uid }) => uid);
  const rows = await Promise.all(
    [...byDevice].map(async ([uid, keys]) =>
      listPassagesEndingAt(
        reader,
        { uid, groupId: run.groupId },
        keys.map(({ endOfSnipAt }) => endOfSnipAt),
      ),
    ),
  );
  return rows
    .flat()
    .map(
      ({
        uid,
        passageId,
        passageTimeStamp,
        elfMachineLearningResultList,
        geoMachineLearningResultList,
        magMachineLearningResultList,
      }) => ({
        uId: uid,
        passageId,
        passageTimeStamp,
        elfMachineLearningResultList,
        geoMachineLearningResultList,
        magMachineLearningResultList,
      }),
    )
    .toSorted((one, other) => one.passageTimeStamp.localeCompare(other.passageTimeStamp));
}
