import type { ReactNode } from 'react';
import { DotShape } from './ChartMarks.tsx';
import styles from './Stringline.module.css';
import type { DotKind } from './stringline.view.ts';
import type { ChartColours } from './use-chart-colours.ts';

const KINDS: readonly DotKind[] = ['verified', 'manual', 'unverified', 'missed'];

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

/** Of a run that is over nothing is estimated any more. */
export function StringlineLegend({ colours, isOver }: { readonly colours: ChartColours; readonly isOver: boolean }) {
  return (
    <ul className={styles.legend} aria-label="Legend">
      <Entry name="tracked">
        <path d="M1 7H19" stroke={colours.line} strokeWidth={2} />
      </Entry>
      {!isOver && (
        <>
          <Entry name="estimate">
            <path d="M1 7H19" stroke={colours.line} strokeWidth={2} strokeDasharray="2 4" />
          </Entry>
          <Entry name="earliest to latest (80 %)">
            <rect x={1} y={2} width={18} height={10} fill={colours.band} />
          </Entry>
        </>
      )}
      <Entry name="plan">
        <path d="M1 7H19" stroke={colours.plan} />
      </Entry>
      {KINDS.map((kind) => (
        <Entry key={kind} name={kind}>
          <DotShape kind={kind} x={10} y={7} colours={colours} />
        </Entry>
      ))}
    </ul>
  );
}
