import { writeRunName } from '@waymark/contract/runs/run-names';
import type { QueryClient } from '@tanstack/react-query';
import type { DataOf } from '#/live/hub-event.ts';
import { hasRecord } from '#/features/history/passages/passages.view.ts';
import { changeReport, isReadingReport, type ReportPage, type ReportRow } from './report.data.ts';
import type { Report } from './report.ts';

type PassageUpdate = Pick<DataOf<'ReceivePassageUpdate'>, 'uid' | 'passageIds' | 'passage'>;

const isOf = (row: ReportRow, { uid, passageIds }: PassageUpdate) => row.uId === uid && hasRecord(row, passageIds);

/** Updates a row from the present state of its passage. */
function updateRow(row: ReportRow, passage: NonNullable<PassageUpdate['passage']>): ReportRow {
  const { passageTimeStamp, isVerified, elfId, geoId, magId, RunId, PigRunName, ToolName, MarkerName } = passage;
  const { elfMachineLearningResultList, geoMachineLearningResultList, magMachineLearningResultList } = passage;
  return {
    ...row,
    passageTimeStamp,
    isVerified,
    elfId,
    geoId,
    magId,
    runId: RunId,
    ...writeRunName(PigRunName),
    toolName: ToolName,
    markerName: MarkerName,
    elfMachineLearningResultList,
    geoMachineLearningResultList,
    magMachineLearningResultList,
  };
}

/** P-015: updates the page with the passage; a deleted passage disappears with the next reload. */
function updateReport(page: ReportPage, update: PassageUpdate): ReportPage {
  const { passage } = update;
  if (passage === null || !page.rows.some((row) => isOf(row, update))) return page;
  return { ...page, rows: page.rows.map((row) => (isOf(row, update) ? updateRow(row, passage) : row)) };
}

/** Whether the change adds, removes or moves rows of a page. */
function movesReport({ rows }: ReportPage, update: PassageUpdate): boolean {
  const before = rows.find((row) => isOf(row, update));
  if (!before) return false;
  const { passage } = update;
  return (
    passage === null || before.passageTimeStamp !== passage.passageTimeStamp || before.markerName !== passage.MarkerName
  );
}

/** Applies a change of a passage to the shown rows. Returns whether the report must be reloaded as well. */
export function takeReportUpdate(queryClient: QueryClient, report: Report, update: PassageUpdate): boolean {
  const isOfRun = report.by === 'run';
  if (!isOfRun && !report.uids.includes(update.uid)) return false;
  const { passage } = update;
  // A page that is loading may have been read before this change.
  let isStale = isReadingReport(queryClient, report) || (isOfRun ? passage?.RunId === report.runId : passage === null);
  changeReport(queryClient, report, (page) => {
    const next = updateReport(page, update);
    // In a run report, a change of the verified passage adds or removes the marker's own row.
    isStale ||= movesReport(page, update) || (isOfRun && next !== page);
    return next;
  });
  return isStale;
}
