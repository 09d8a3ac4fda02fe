import type { DownloadState } from '@waymark/contract/downloads/download-row';
import { LOCALE, t } from '#/language/t.ts';
import type { DownloadRow } from './downloads.data.ts';

const STATES: Readonly<Record<DownloadState, string>> = {
  QC: t('Queued Command'),
  D: t('Downloading'),
  DC: t('Download Complete'),
};

/** O-047 */
export const describeDownloadState = (state: DownloadState): string => STATES[state];

type Packets = Pick<DownloadRow, 'packetsReceived' | 'packetsTotal'>;

const count = new Intl.NumberFormat(LOCALE);

/** "12 of 31"; the total is known once the device has sent it. */
export function describePackets({ packetsReceived, packetsTotal }: Packets): string {
  const received = count.format(packetsReceived);
  return packetsTotal === null ? received : t('{received} of {total}', { received, total: count.format(packetsTotal) });
}

/** From 0 to 1; null while the total is unknown. */
export function findShare({ packetsReceived, packetsTotal }: Packets): number | null {
  if (packetsTotal === null) return null;
  return packetsTotal === 0 ? 1 : Math.min(packetsReceived / packetsTotal, 1);
}

type Numbered = Pick<DownloadRow, 'cId'>;

/** Applies the events to the list; returns the same list without any. Unchanged rows stay the same objects. */
export function takeRows<Row extends Numbered>(
  list: readonly Row[],
  heard: readonly DownloadRow[],
  change: (row: Row, heard: DownloadRow) => Row,
): readonly Row[] {
  const latest = new Map(heard.map((row) => [row.cId, row]));
  if (!list.some(({ cId }) => latest.has(cId))) return list;
  return list.map((row) => {
    const news = latest.get(row.cId);
    return news ? change(row, news) : row;
  });
}
