import type { RunReportRequest } from '@waymark/contract/routes/reports';
import type { RunId } from '@waymark/domain/ids';
import { sortRows } from '@waymark/domain/report/order-rows';
import { findRunFault } from '@waymark/domain/report/run-fault';
import { listRunRows } from '@waymark/domain/report/run-rows';
import type { Run } from '@waymark/domain/run/run';
import { describeRunReportFault } from '@waymark/domain/words/refusals';
import type { Reader } from '../../platform/database/database.ts';
import { findSlice } from '../../platform/database/page.ts';
import { problem } from '../../platform/http/problem.ts';
import { findRun } from '../runs/runs.queries.ts';
import { writeReportRow } from './report-row.wire.ts';
import { readFacts } from './run-facts.queries.ts';

/** A run that can have a report. */
export async function openReportedRun(reader: Reader, runId: RunId): Promise<Run> {
  const run = await findRun(reader, runId);
  if (!run) throw problem('run-not-found');
  const fault = findRunFault(run);
  if (fault !== null) throw problem('report-not-possible', { detail: describeRunReportFault(fault) });
  return run;
}

async function listRows(reader: Reader, run: Run, request: RunReportRequest) {
  const facts = await readFacts(reader, run);
  return { facts, rows: sortRows(listRunRows(run, facts, request.includeVerifiedPassagesOnly), request) };
}

export async function readRunReport(reader: Reader, request: RunReportRequest) {
  const { facts, rows } = await listRows(reader, await openReportedRun(reader, request.runId), request);
  const { offset, limit } = findSlice(request, rows.length);
  const page = rows.slice(offset, offset + limit);
  return {
    rowsNumber: rows.length,
    reportDataResponseRecordList: page.map((row) => writeReportRow(row, facts.get(row.key ?? '')?.scores ?? null)),
  };
}

/** The whole report, with the name of the run. */
export async function readRunRows(reader: Reader, request: RunReportRequest) {
  const run = await openReportedRun(reader, request.runId);
  const { rows } = await listRows(reader, run, request);
  return { runName: run.path.name, rows };
}
