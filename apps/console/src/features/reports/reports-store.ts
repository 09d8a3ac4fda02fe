import { create } from 'zustand';
import { showWindow } from '#/ui/window/window-store.ts';
import type { Report } from './report.ts';

export interface ChosenRun {
  readonly runId: number;
  readonly name: string;
}

/** The enter report parameters section: what is chosen by run and by AGMs stays while the other is shown. */
export interface ReportDraft {
  readonly by: Report['by'];
  readonly run: ChosenRun | null;
  readonly isVerifiedOnly: boolean;
  /** UTC, as typed. */
  readonly start: string;
  readonly end: string;
  readonly uids: readonly number[];
}

interface OpenReport {
  readonly report: Report;
  /** Counts the reports: each begins with its first page. */
  readonly number: number;
}

interface ReportsStore {
  readonly draft: ReportDraft;
  readonly open: OpenReport | null;
}

export const REPORT_WINDOW = 'report';

const NOTHING: ReportsStore = {
  draft: { by: 'run', run: null, isVerifiedOnly: false, start: '', end: '', uids: [] },
  open: null,
};

/** What was chosen, and the report, outlive the panel. */
export const useReports = create<ReportsStore>()(() => NOTHING);

export function changeDraft(part: Partial<ReportDraft>): void {
  useReports.setState(({ draft }) => ({ draft: { ...draft, ...part } }));
}

let count = 0;

/** The one before is gone with it. */
export function openReport(report: Report): void {
  count += 1;
  useReports.setState({ open: { report, number: count } });
  showWindow(REPORT_WINDOW);
}

export function closeReport(): void {
  useReports.setState({ open: null });
}

/** For the next person who signs in on this page. */
export function forgetReports(): void {
  useReports.setState(NOTHING);
}
