import type { Zone } from '@waymark/domain/time/zone';
import { create } from 'zustand';
import { showWindow } from '#/ui/window/window-store.ts';
import type { Report } from './report.ts';

export interface ChosenRun {
  readonly runId: number;
  readonly name: string;
  readonly timeZone?: Zone | undefined;
}

/** The section for report parameters: the choices by run and by AGMs are both kept while one of them is shown. */
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
  /** Counts the reports of the window: each starts with its first page. */
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

/** The choice and the report outlive the panel. */
export const useReports = create<ReportsStore>()(() => NOTHING);

export function changeDraft(part: Partial<ReportDraft>): void {
  useReports.setState(({ draft }) => ({ draft: { ...draft, ...part } }));
}

/** Replaces the previous report. */
export function openReport(report: Report): void {
  useReports.setState(({ open }) => ({ open: { report, number: (open?.number ?? 0) + 1 } }));
  showWindow(REPORT_WINDOW);
}

export function closeReport(): void {
  useReports.setState({ open: null });
}

/** For the next user who signs in on this page. */
export function forgetReports(): void {
  useReports.setState(NOTHING);
}
