import type { TimesText } from '@waymark/contract/runs/run-names';
import { REPORT_PAPERS, type ReportFormat, type ReportPaper, type ReportType } from '@waymark/contract/routes/reports';
import type { TypedTimes } from '@waymark/domain/run/changes/finished';
import { formatDuration } from '@waymark/domain/run/estimate/location-message';
import type { Run } from '@waymark/domain/run/run';
import type { FinishedRow } from '#/features/runs/finished.data.ts';
import { t } from '#/language/t.ts';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import type { Language } from '@waymark/domain/language/language';
import type { UnitSystem } from '@waymark/domain/units/system';

export const DELETE_REPORT_QUESTION = t('Confirm delete of pig report');
export const SYNCH_FAILURE = t('Unable to Synch Pig Run');

/** "13 of 14 verified, 12 AGMs" */
export function describeRow({
  verified,
  markers,
  devices,
}: Pick<FinishedRow, 'verified' | 'markers' | 'devices'>): string {
  return t('{verified} of {markers} verified, {count} AGM|{verified} of {markers} verified, {count} AGMs', {
    verified,
    markers,
    count: devices,
  });
}

/** The number of tracked markers, and of those with a verified passage. */
export function countVerified({ path, passages }: Pick<Run, 'path' | 'passages'>): {
  readonly verified: number;
  readonly markers: number;
} {
  const seen = new Set(
    passages.flatMap(({ isVerified, markerName }) => (isVerified && markerName !== null ? [markerName] : [])),
  );
  const tracked = path.markers.filter(({ state }) => state === 'TRACK');
  return { verified: tracked.filter(({ name }) => seen.has(name)).length, markers: tracked.length };
}

/** From launch to receive. */
export function describeTaken({ launchAt, completedAt }: Pick<Run, 'launchAt' | 'completedAt'>): string {
  return launchAt === null || completedAt === null ? '–' : formatDuration((completedAt - launchAt) / 1000);
}

/** "2 new passages" */
export function describeSynch(before: Pick<Run, 'passages'>, after: Pick<Run, 'passages'>): string {
  const added = after.passages.length - before.passages.length;
  return added > 0 ? t('{count} new passage|{count} new passages', { count: added }) : t('No new passages');
}

export const writeTimes = ({ launchTime, receiveTime }: TimesText): TypedTimes => ({
  launch: launchTime ?? '',
  receive: receiveTime ?? '',
});

/** Entries are kept when another user has changed the times; untouched fields take the present values. */
export function keepTyped(typed: TypedTimes, base: TimesText, fresh: TimesText): TypedTimes {
  const [before, now] = [writeTimes(base), writeTimes(fresh)];
  return {
    launch: typed.launch === before.launch ? now.launch : typed.launch,
    receive: typed.receive === before.receive ? now.receive : typed.receive,
  };
}

export interface ReportChoice extends PaperChoice {
  readonly reportType: ReportType;
  readonly format: ReportFormat;
  readonly includeWaveforms: boolean;
  readonly units: UnitSystem;
  readonly timeZone: Zone;
  readonly language: Language;
}

/** The look of a PDF file. */
export interface PaperChoice {
  readonly paper: ReportPaper;
  readonly includeNotes: boolean;
}

export const PAPER_LABELS: Readonly<Record<ReportPaper, string>> = { a4: 'A4', letter: t('Letter') };

const USUAL_PAPER: PaperChoice = { paper: 'a4', includeNotes: false };

/** Reads the valid part of the stored choice. */
export function readPaperChoice(stored: unknown): PaperChoice {
  const { paper, includeNotes }: { readonly [Part in keyof PaperChoice]?: unknown } = { ...(stored as object) };
  return {
    paper: REPORT_PAPERS.find((known) => known === paper) ?? USUAL_PAPER.paper,
    includeNotes: includeNotes === true,
  };
}

export const FORMAT_LABELS: Readonly<Record<ReportFormat, string>> = {
  csv: 'CSV',
  pro: 'PRO',
  pdf: 'PDF',
  xlsx: 'XLSX',
};
export const FORMAT_WORDS: Readonly<Record<ReportFormat, string>> = {
  csv: t('A table, for spreadsheets.'),
  pro: t('All of the run as text records, for other programs.'),
  pdf: t('Pages to print: map, charts and table.'),
  xlsx: t('A workbook with numbers and times as such.'),
};
export const TYPE_LABELS: Readonly<Record<ReportType, string>> = { Default: t('Default'), Summary: t('Summary') };
export const TYPE_WORDS: Readonly<Record<ReportType, string>> = {
  Default: t('Every marker with all that is known of its passage.'),
  Summary: t('The run in figures, and one line for each tracked marker.'),
};

const WITH_WAVEFORMS: ReadonlySet<ReportFormat> = new Set(['pro', 'pdf']);

/** A summary has no waveforms, and a table cannot contain them. */
export function hasRoomForWaveforms({ reportType, format }: Pick<ReportChoice, 'reportType' | 'format'>): boolean {
  return reportType === 'Default' && WITH_WAVEFORMS.has(format);
}

/** The job number to save; null: empty. */
export function readJobNumber(typed: string): string | null {
  const text = typed.trim();
  return text === '' ? null : text;
}

/** A .pro file is for other programs, in SI units, UTC and fixed words. */
export const isForReaders = ({ format }: Pick<ReportChoice, 'format'>): boolean => format !== 'pro';

/** The zones to choose from, each once. */
export function listReportZones(
  ownZone: Zone,
  line: Zone | undefined,
): readonly { readonly value: Zone; readonly label: string }[] {
  const words = new Map<Zone, string>([
    [UTC, UTC],
    ...(ownZone === UTC ? [] : [[ownZone, t('My zone: {zone}', { zone: ownZone })] as const]),
    ...(line === undefined || line === UTC || line === ownZone
      ? []
      : [[line, t("The line's zone: {zone}", { zone: line })] as const]),
  ]);
  return [...words].map(([value, label]) => ({ value, label }));
}

const KILOBYTE = 1024;

/** "128 KB received" */
export function describeReceived(bytes: number): string {
  if (bytes === 0) return t('The report is being written');
  const [amount, unit] =
    bytes < KILOBYTE * KILOBYTE
      ? [Math.ceil(bytes / KILOBYTE).toString(), 'KB']
      : [(bytes / KILOBYTE / KILOBYTE).toFixed(1), 'MB'];
  return t('{amount} {unit} received', { amount, unit });
}

/** The file name if the server gave none. */
export function nameReport(runName: string, runId: number, format: ReportFormat): string {
  return `${runName}_${runId}_report.${format}`;
}
