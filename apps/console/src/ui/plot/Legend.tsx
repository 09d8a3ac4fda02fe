import { t } from '#/language/t.ts';
import styles from './Plot.module.css';
import type { PlotColours } from './plot-colours.ts';
import type { PlotLine } from './plot-model.ts';

interface LegendProps {
  readonly lines: readonly Pick<PlotLine, 'name' | 'colour' | 'isDashed'>[];
  readonly colours: PlotColours;
}

/** Names the lines of a plot. */
export function Legend({ lines, colours }: LegendProps) {
  return (
    <ul className={styles.legend} aria-label={t('Lines')}>
      {lines.map(({ name, colour, isDashed }) => (
        <li key={name} className={styles.entry}>
          <svg width="16" height="8" aria-hidden="true">
            <path
              d="M0 4H16"
              stroke={colours.lines[colour]}
              strokeWidth="2"
              strokeDasharray={isDashed ? '4 2' : undefined}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
