import type { ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { AlertShape } from './AlertMarks.tsx';
import { DotShape } from './ChartMarks.tsx';
import styles from './Stringline.module.css';
import { DOT_NAMES, type DotKind } from './stringline.view.ts';
import type { ChartColours } from './use-chart-colours.ts';

const KINDS: readonly DotKind[] = ['verified', 'manual', 'unverified', 'missed', 'overdue', 'unwatched'];
/** A completed run has no overdue markers. */
const KINDS_OVER = KINDS.filter((kind) => kind !== 'overdue');

interface LegendOptions {
  readonly colours: ChartColours;
  readonly isOver: boolean;
  readonly hasSearch: boolean;
  readonly hasAlerts: boolean;
}

export interface LegendEntry {
  readonly name: string;
  /** In a box of 20 × 14 px. */
  readonly mark: ReactNode;
}

/** A completed run has no estimate. */
export function listLegend({ colours, isOver, hasSearch, hasAlerts }: LegendOptions): LegendEntry[] {
  const { line, band, plan, missed } = colours;
  return [
    { name: t('confirmed'), mark: <path d="M1 7H19" stroke={line} strokeWidth={2} /> },
    ...(isOver
      ? []
      : [
          {
            name: t('expected'),
            mark: <path d="M1 7H19" stroke={line} strokeWidth={2.5} strokeDasharray="0.1 5" strokeLinecap="round" />,
          },
          { name: t('ahead'), mark: <path d="M1 7H19" stroke={line} strokeDasharray="5 4" /> },
          { name: t('earliest to latest (80 %)'), mark: <rect x={1} y={2} width={18} height={10} fill={band} /> },
        ]),
    { name: t('plan'), mark: <path d="M1 7H19" stroke={plan} /> },
    ...(hasSearch
      ? [
          {
            name: t('stretch to search'),
            mark: <rect x={1} y={2} width={18} height={10} fill={missed} fillOpacity={0.22} />,
          },
        ]
      : []),
    ...(isOver ? KINDS_OVER : KINDS).map((kind) => ({
      name: DOT_NAMES[kind],
      mark: <DotShape kind={kind} x={10} y={7} colours={colours} />,
    })),
    ...(hasAlerts
      ? [
          { name: t('alert'), mark: <AlertShape x={5} y={13} isOpen colours={colours} /> },
          { name: t('alert, ended'), mark: <AlertShape x={5} y={13} isOpen={false} colours={colours} /> },
        ]
      : []),
  ];
}

export function StringlineLegend(options: LegendOptions) {
  return (
    <ul className={styles.legend} aria-label={t('Legend')}>
      {listLegend(options).map(({ name, mark }) => (
        <li key={name}>
          <svg width="20" height="14" aria-hidden="true">
            {mark}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
