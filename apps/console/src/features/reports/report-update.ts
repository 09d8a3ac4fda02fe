import { writeRunName } from '@waymark/contract/runs/run-names';
import type { QueryClient } from '@tanstack/react-query';
import type { DataOf } from '#/live/hub-event.ts';
import { hasRecord } from '#/features/history/passages/passages.view.ts';
import { changeReport, isReadingReport, type ReportPage, type ReportRow } from './report.data.ts';
import type { Report } from './report.ts';

type PassageUpdate = Pick<DataOf<'ReceivePassageUpdate'>, 'uid' | 'passageIds' | 'passage'>;

const isOf = (row: ReportRow, { uid, passageIds }: PassageUpdate) => row.uId === uid && hasRecord(row, passageIds);

/** The row with what is known of its passage now. */
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

/** P-015: the page with the passage as it is now; one that was deleted goes when the page is read again. */
function updateReport(page: ReportPage, update: PassageUpdate): ReportPage {
  const { passage } = update;
  if (passage === null || !page.rows.some((row) => isOf(row, update))) return page;
  return { ...page, rows: page.rows.map((row) => (isOf(row, update) ? updateRow(row, passage) : row)) };
}

/** Whether the rows of a page are others after this, or stand in another order. */
function movesReport({ rows }: ReportPage, update: PassageUpdate): boolean {
  const before = rows.find((row) => isOf(row, update));
  if (!before) return false;
  const { passage } = update;
  return (
    passage === null || before.passageTimeStamp !== passage.passageTimeStamp || before.markerName !== passage.MarkerName
  );
}

/** What happened to a passage, at once in what is shown. Says whether the report must be read again all the same. */
export function takeReportUpdate(queryClient: QueryClient, report: Report, update: PassageUpdate): boolean {
  const isOfRun = report.by === 'run';
  if (!isOfRun && !report.uids.includes(update.uid)) return false;
  const { passage } = update;
  // A page on its way was perhaps read before this happened.
  let isStale = isReadingReport(queryClient, report) || (isOfRun ? passage?.RunId === report.runId : passage === null);
  changeReport(queryClient, report, (page) => {
    const next = updateReport(page, update);
    // Of a run another verified passage, or none, makes the marker's own row come or go.
    isStale ||= movesReport(page, update) || (isOfRun && next !== page);
    return next;
  });
  return isStale;
}
