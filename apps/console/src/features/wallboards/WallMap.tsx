import { lazy, Suspense } from 'react';
import type { BoardColors } from '#/features/shown-runs/board-map.ts';
import { t } from '#/language/t.ts';
import type { Board } from './wall.view.ts';
import styles from './Wall.module.css';

const BoardMap = lazy(async () => ({ default: (await import('#/features/shown-runs/BoardMap.tsx')).BoardMap }));

interface WallMapProps {
  readonly board: Board;
  readonly colors: BoardColors;
  readonly textPx: number;
}

/** Lines, pigs and AGMs; the legend says what the colours mean. */
export function WallMap({ board, colors, textPx }: WallMapProps) {
  const { runs, devices } = board;
  const count = (presence: string) => devices.filter((device) => device.presence === presence).length;
  return (
    <section className={styles.map}>
      <Suspense>
        <BoardMap content={board} colors={colors} textPx={textPx} isFixed />
      </Suspense>
      <ul className={styles.legend}>
        <li data-mark="pig">{t('{count} pig|{count} pigs', { count: runs.length })}</li>
        <li data-mark="online">{t('{count} AGM online|{count} AGMs online', { count: count('online') })}</li>
        <li data-mark="asleep">{t('{count} AGM asleep|{count} AGMs asleep', { count: count('asleep') })}</li>
        <li data-mark="offline">{t('{count} AGM offline|{count} AGMs offline', { count: count('offline') })}</li>
      </ul>
    </section>
  );
}
