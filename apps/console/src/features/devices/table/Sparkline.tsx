import styles from './DeviceTable.module.css';
import { shapeTrend, TREND_HEIGHT, TREND_WIDTH } from './trend.view.ts';

/** A small chart beside a value. */
export function Sparkline<Values extends ReadonlyArray<number | null>>({
  values,
  describe,
}: {
  readonly values: Values;
  readonly describe: (values: Values) => string;
}) {
  const shapes = shapeTrend(values);
  if (!shapes) return null;
  const label = describe(values);
  return (
    <svg
      className={styles.trend}
      width={TREND_WIDTH}
      height={TREND_HEIGHT}
      viewBox={`0 0 ${TREND_WIDTH} ${TREND_HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {shapes.map(({ points }) =>
        points.length === 1 ? (
          points.map(([x, y]) => <circle key={x} cx={x} cy={y} r={1.2} />)
        ) : (
          <polyline key={points[0]?.[0]} points={points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
        ),
      )}
    </svg>
  );
}
