import type { DownloadState } from '@waymark/contract/downloads/download-row';
import type { DownloadRow } from './downloads.data.ts';

const STATES: Readonly<Record<DownloadState, string>> = {
  QC: 'Queued Command',
  D: 'Downloading',
  DC: 'Download Complete',
};

/** O-047 */
export const describeDownloadState = (state: DownloadState): string => STATES[state];

type Packets = Pick<DownloadRow, 'packetsReceived' | 'packetsTotal'>;

const count = new Intl.NumberFormat('en-US');

/** "12 of 31"; the total is known once the device has said. */
export function describePackets({ packetsReceived, packetsTotal }: Packets): string {
  const received = count.format(packetsReceived);
  return packetsTotal === null ? received : `${received} of ${count.format(packetsTotal)}`;
}

/** From 0 to 1; null while nobody knows of how many. */
export function findShare({ packetsReceived, packetsTotal }: Packets): number | null {
  if (packetsTotal === null) return null;
  return packetsTotal === 0 ? 1 : Math.min(packetsReceived / packetsTotal, 1);
}

type Numbered = Pick<DownloadRow, 'cId'>;

/** The list with what was heard of its downloads; the same list where nothing was. Rows that did not change stay the same. */
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
