import type { RouteInput } from '@waymark/contract/route';
import type { controlPointsRoutes } from '@waymark/contract/routes/control-points';
import { USUAL_LAYOUT } from '@waymark/domain/report/control-columns';
import { listControlGaps, listControlPoints } from '@waymark/domain/report/control-points';
import { listMarkerRows } from '@waymark/domain/report/default-report';
import { nameControlPoints } from '@waymark/domain/report/written-names';
import { passageKey, type Run } from '@waymark/domain/run/run';
import type { ChangeOrigin } from '../../../platform/database/change.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { readControlLayout } from '../control-profiles.service.ts';
import { readFacts } from '../run-facts.queries.ts';
import { openReportedRun } from '../run-report.service.ts';
import { writeControlCsv, type ControlList } from './control-files.ts';
import { nameOwner, type ReportCaller, type ReportDesk } from './report-desk.ts';

type Request = RouteInput<typeof controlPointsRoutes.writeControlPoints>['body'];

async function readList(reader: Reader, run: Run, profileId: number | null): Promise<ControlList> {
  const layout = profileId === null ? USUAL_LAYOUT : await readControlLayout(reader, run.groupId, profileId);
  const facts = await readFacts(reader, run);
  const points = listControlPoints(run, listMarkerRows(run, facts), ({ passage }) =>
    passage === null ? null : (facts.get(passageKey(passage))?.satellites ?? null),
  );
  return { layout, points, gaps: layout.gapM === null ? [] : listControlGaps(run, points, layout.gapM) };
}

/** Reads the list and records the export in the audit trail. */
async function readAudited(desk: ReportDesk, origin: ChangeOrigin, run: Run, { profileId, format }: Request) {
  const list = await readList(desk.database.read(origin.scope), run, profileId);
  await desk.database.change(origin, (change) =>
    change.audit({
      action: 'control-points-written',
      objectType: 'run',
      objectId: run.runId,
      groupId: run.groupId,
      after: { profileId, format },
    }),
  );
  return list;
}

export async function writeControlPoints(desk: ReportDesk, { origin, closed }: ReportCaller, request: Request) {
  const run = await openReportedRun(desk.database.read(origin.scope), request.runId);
  const name = nameControlPoints(run.path.name, run.runId, request.format);
  const read = () => readAudited(desk, origin, run, request);
  if (request.format === 'csv') return { name, parts: writeControlCsv(await read()) };
  const prepare = async () => ({ format: 'control-points', list: await read() }) as const;
  return { name, parts: await desk.press.print({ owner: nameOwner(origin), closed, prepare }) };
}
