import { IconButton } from '#/ui/button/IconButton.tsx';
import { RunInfoButton } from './run-info/RunInfoButton.tsx';
import styles from './PassageWindow.module.css';
import type { ListedPassage } from '#/features/devices/windows/passage-lists.ts';
import type { PassageChart } from './passage.data.ts';
import type { PassageSteps } from './passage-steps.ts';
import { describeRecord, describeOrigin, listTypesOf, type WaveformChoice } from './passage.view.ts';

interface PassageFootProps {
  readonly chart: PassageChart;
  readonly steps: PassageSteps;
  readonly choice: WaveformChoice;
  readonly isGone: boolean;
  readonly isAdmin: boolean;
  readonly onShow: (passage: ListedPassage) => void;
}

/** The position of the passage, and buttons to its neighbours. */
export function PassageFoot({ chart, steps, choice, isGone, isAdmin, onShow }: PassageFootProps) {
  const { row, records } = chart;
  const { previous, next, position, total } = steps;
  const isOnly = total < 2;
  const record = listTypesOf(choice)
    .map((type) => records[type])
    .find((each) => each !== undefined);
  return (
    <div className={styles.foot}>
      <IconButton
        icon="chevronLeft"
        label="Previous passage"
        isSmall
        isBoxed
        disabled={isOnly}
        onClick={() => onShow(previous)}
      />
      <IconButton
        icon="chevronRight"
        label="Next passage"
        isSmall
        isBoxed
        disabled={isOnly}
        onClick={() => onShow(next)}
      />
      <span className={styles.position} role="status">
        {isGone ? '' : `${position} of ${total}`}
      </span>
      <span className={styles.grow} />
      <span>{describeOrigin(row)}</span>
      {isAdmin && !isGone && <RunInfoButton row={row} />}
      {record && !isGone && <span className={styles.quiet}>{describeRecord(record)}</span>}
    </div>
  );
}
