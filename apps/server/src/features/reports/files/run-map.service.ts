import type { MapFileFormat } from '@waymark/contract/reports/report-row';
import type { RunId } from '@waymark/domain/ids';
import { nameMapFile } from '@waymark/domain/report/written-names';
import { runToMap } from '@waymark/files/map/run-to-map';
import { listMapParts, MAP_ENDINGS } from '@waymark/files/map/write-map-file';
import type { ChangeOrigin } from '../../../platform/database/change.ts';
import { inTurns } from '../../../platform/http/attachment.ts';
import { problem } from '../../../platform/http/problem.ts';
import { findRun } from '../../runs/runs.queries.ts';
import type { ReportDesk } from './report-desk.ts';

/** The run as a file for maps, active or completed; recorded in the audit trail as reports are. */
export async function exportRunMap(
  { database, now }: Pick<ReportDesk, 'database' | 'now'>,
  origin: ChangeOrigin,
  runId: RunId,
  format: MapFileFormat,
) {
  const run = await findRun(database.read(origin.scope), runId);
  if (!run) throw problem('run-not-found');
  await database.change(origin, (change) =>
    change.audit({
      action: 'map-file-written',
      objectType: 'run',
      objectId: runId,
      groupId: run.groupId,
      after: { format },
    }),
  );
  const at = now();
  return {
    name: nameMapFile(run.path.name, runId, MAP_ENDINGS[format]),
    parts: inTurns(listMapParts(runToMap(run, at), format, at)),
  };
}
