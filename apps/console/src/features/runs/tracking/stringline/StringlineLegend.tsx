import type { ReactNode } from 'react';
import { DotShape } from './ChartMarks.tsx';
import styles from './Stringline.module.css';
import type { DotKind } from './stringline.view.ts';
import type { ChartColours } from './use-chart-colours.ts';

const KINDS: readonly DotKind[] = ['verified', 'manual', 'unverified', 'missed', 'overdue', 'unwatched'];
/** Of a run that is over nothing is overdue. */
const KINDS_OVER = KINDS.filter((kind) => kind !== 'overdue');

function Entry({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <li>
      <svg width="20" height="14" aria-hidden="true">
        {children}
      </svg>
      {name}
    </li>
  );
}

interface StringlineLegendProps {
  readonly colours: ChartColours;
  readonly isOver: boolean;
  readonly hasSearch: boolean;
}

/** Of a run that is over nothing is estimated any more. */
export function StringlineLegend({ colours, isOver, hasSearch }: StringlineLegendProps) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      <Entry name="confirmed">
        <path d="M1 7H19" stroke={colours.line} strokeWidth={2} />
      </Entry>
      {!isOver && (
        <>
          <Entry name="expected">
            <path d="M1 7H19" stroke={colours.line} strokeWidth={2.5} strokeDasharray="0.1 5" strokeLinecap="round" />
          </Entry>
          <Entry name="ahead">
            <path d="M1 7H19" stroke={colours.line} strokeDasharray="5 4" />
          </Entry>
          <Entry name="earliest to latest (80 %)">
            <rect x={1} y={2} width={18} height={10} fill={colours.band} />
          </Entry>
        </>
      )}
      <Entry name="plan">
        <path d="M1 7H19" stroke={colours.plan} />
      </Entry>
      {hasSearch && (
        <Entry name="stretch to search">
          <rect x={1} y={2} width={18} height={10} fill={colours.missed} fillOpacity={0.22} />
        </Entry>
      )}
      {(isOver ? KINDS_OVER : KINDS).map((kind) => (
        <Entry key={kind} name={kind}>
          <DotShape kind={kind} x={10} y={7} colours={colours} />
        </Entry>
      ))}
    </ul>
  );
}
