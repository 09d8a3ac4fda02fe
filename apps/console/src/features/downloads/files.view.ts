import { LOCALE, t } from '#/language/t.ts';
import type { DownloadedFile, DownloadRow } from './downloads.data.ts';

const KINDS: Readonly<Record<DownloadedFile['kind'], string>> = {
  passages: t('Passages'),
  raw: t('Raw recording'),
};

export const describeKind = (kind: DownloadedFile['kind']): string => KINDS[kind];

const STEP = 1000;
const UNITS = ['B', 'kB', 'MB', 'GB'] as const;
const size = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 3 });

/** "104 kB"; empty while it is incomplete. */
export function describeSize(bytes: number | null): string {
  if (bytes === null) return '';
  const power = bytes < STEP ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${size.format(bytes / STEP ** power)} ${UNITS[power]}`;
}

const SHORT = 12;

export const shortenChecksum = (sha256: string): string => `${sha256.slice(0, SHORT)}…`;

/** The file name if the server gives none. */
export function nameDownload(
  { uId, kind, cId }: Pick<DownloadedFile, 'uId' | 'kind' | 'cId'>,
  end: 'bin' | 'csv',
): string {
  return `${uId}-${kind}-${cId}.${end}`;
}

/** Applies a hub event. Size and checksum need a reload. */
export function takeProgress(file: DownloadedFile, heard: DownloadRow): DownloadedFile {
  const { downloadState, packetsReceived, packetsTotal, downloadCompleteTimeStamp } = heard;
  return { ...file, downloadState, packetsReceived, packetsTotal, downloadCompleteTimeStamp };
}

/** Whether a reload is needed: a download that is not listed yet, or one that is complete now. */
export function isListOld(
  list: readonly DownloadedFile[],
  heard: readonly DownloadRow[],
  isFirstPage: boolean,
): boolean {
  const bySession = new Map(list.map((file) => [file.cId, file]));
  return heard.some(({ cId, downloadState }) => {
    const file = bySession.get(cId);
    return file ? downloadState === 'DC' && file.sha256 === null : isFirstPage;
  });
}
