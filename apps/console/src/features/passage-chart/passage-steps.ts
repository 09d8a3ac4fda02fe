import type { ListedPassage } from '#/features/devices/windows/passage-lists.ts';
import type { PassageChart } from './passage.data.ts';

export interface PassageSteps {
  readonly previous: ListedPassage;
  readonly next: ListedPassage;
  /** 1-based. */
  readonly position: number;
  readonly total: number;
}

type Shown = Pick<PassageChart, 'row' | 'position' | 'total' | 'previousId' | 'nextId'>;

function isOf({ row }: Shown, { uid, passageId }: ListedPassage): boolean {
  return uid === row.uid && [row.passageId, row.elfId, row.geoId, row.magId].includes(passageId);
}

/**
 * P-007: the row above and below, in the list from which the chart was opened while it exists, else among the device's
 * passages.
 */
export function findSteps(chart: Shown, list: readonly ListedPassage[] | undefined): PassageSteps {
  const {
    row: { uid },
    position,
    total,
    previousId,
    nextId,
  } = chart;
  const at = list?.findIndex((one) => isOf(chart, one)) ?? -1;
  const [previous, next] = [list?.at(at - 1), list?.[at + 1] ?? list?.[0]];
  if (list && at >= 0 && previous && next) return { previous, next, position: at + 1, total: list.length };
  return { previous: { uid, passageId: previousId }, next: { uid, passageId: nextId }, position, total };
}
