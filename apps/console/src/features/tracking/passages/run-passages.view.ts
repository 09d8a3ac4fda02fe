import type { PassageScores } from '@waymark/contract/devices/passage-row';
import type { Marker } from '@waymark/domain/path/marker';
import { passageIdOf, type RunPassage } from '@waymark/domain/run/run';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeCell } from '@waymark/domain/time/zoned-text';
import type { HistoryColumn } from '#/features/history/table/history-column.ts';
import { newestFirst, type HistoryOrder } from '#/features/history/table/history-order.ts';
import { describeVerified } from '#/features/history/passages/passages.view.ts';
import { t } from '#/language/t.ts';

/** A manual time is precise to the second. */
export function formatPassageTime({ uid, passageAt }: Pick<RunPassage, 'uid' | 'passageAt'>, zone: Zone = UTC): string {
  return writeCell(passageAt, zone, uid === null ? 'second' : 'millisecond');
}

type Column = HistoryColumn<RunPassage>;
type ColumnId = 'time' | 'marker' | 'uid' | 'count' | 'data' | 'verified' | 'scores';
const column = (
  id: ColumnId,
  label: string,
  text: (passage: RunPassage) => string,
  more: Partial<Column> = {},
): Column => ({
  id,
  label,
  fields: [],
  width: 100,
  text,
  ...more,
});

const TIME = column('time', t('Timestamp'), (passage) => formatPassageTime(passage), { sortBy: 'passageAt' });
const UID = column('uid', t('UID'), ({ uid }) => (uid === null ? '' : String(uid)), { isNumber: true });
const COUNT = column('count', t('Detection Count'), ({ detectionCount }) => String(detectionCount ?? ''), {
  isNumber: true,
});
const DATA = column('data', t('Data'), () => '');

export const MARKER_COLUMNS: readonly Column[] = [
  TIME,
  column('marker', t('Marker Name'), ({ markerName }) => markerName ?? '', { isExtra: true }),
  UID,
  { ...COUNT, isExtra: true },
  DATA,
  column('verified', t('Verified'), describeVerified),
  column('scores', t('ML Verified'), () => ''),
];

export const UNASSOCIATED_COLUMNS: readonly Column[] = [TIME, UID, COUNT, DATA];

export const NEWEST_FIRST = newestFirst('passageAt');

/** The passages at a marker; null: those at no known marker. */
export function listPassagesAt(
  passages: readonly RunPassage[],
  markerName: string | null,
  { isDescending }: HistoryOrder = NEWEST_FIRST,
): readonly RunPassage[] {
  const sign = isDescending ? -1 : 1;
  return passages
    .filter((passage) => passage.markerName === markerName)
    .toSorted((one, other) => sign * (one.passageAt - other.passageAt));
}

/** The marker before or after, cyclically. */
export function stepMarker(markers: readonly Pick<Marker, 'name'>[], name: string | null, step: 1 | -1): string | null {
  const at = markers.findIndex((marker) => marker.name === name);
  if (at < 0) return markers.at(step > 0 ? 0 : -1)?.name ?? null;
  return markers[(at + step + markers.length) % markers.length]?.name ?? null;
}

export const listTracked = (markers: readonly Marker[]): readonly string[] =>
  markers.filter(({ state }) => state === 'TRACK').map(({ name }) => name);

/** The scores of the algorithms, by passage. */
export type ScoresOfRun = ReadonlyMap<string, PassageScores>;

const scoreKey = (uid: number | null, passageId: number | null) => `${uid} ${passageId}`;

export function indexScores(list: readonly PassageScores[]): ScoresOfRun {
  return new Map(list.map((scores) => [scoreKey(scores.uId, scores.passageId), scores]));
}

export function findScores(scores: ScoresOfRun, passage: RunPassage): PassageScores | undefined {
  return scores.get(scoreKey(passage.uid, passageIdOf(passage)));
}
