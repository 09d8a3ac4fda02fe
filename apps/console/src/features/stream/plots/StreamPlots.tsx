import { SegmentedControl } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { usePlotSize } from '#/ui/plot/use-plot-size.ts';
import type { StreamSession } from '../session/session-types.ts';
import { PLOT_TITLES, PLOTS, type PlotName } from './plot-names.ts';
import { StreamPlot } from './StreamPlot.tsx';
import styles from './StreamPlots.module.css';
import { viewOf } from './stream-view.ts';

/** Below this size four plots are unreadable. */
const LEAST = { width: 600, height: 330 } as const;

const CHOICES = PLOTS.map((plot) => ({ value: plot, label: PLOT_TITLES[plot] }));

interface StreamPlotsProps {
  readonly session: StreamSession;
}

/** The four live plots, or one at a time on a small screen. */
export function StreamPlots({ session }: StreamPlotsProps) {
  const root = useRef<HTMLDivElement>(null);
  const size = usePlotSize(root);
  const [chosen, setChosen] = useState<PlotName>('em');
  const view = viewOf(session);
  useEffect(() => session.onRefresh(view.refresh), [session, view]);
  const isSmall = size !== null && (size.width < LEAST.width || size.height < LEAST.height);
  return (
    <div ref={root} className={styles.plots} data-small={isSmall || undefined}>
      {size !== null && isSmall && (
        <StreamPlot key={chosen} session={session} plot={chosen} isAlone>
          <SegmentedControl size="xs" aria-label="Plot" data={CHOICES} value={chosen} onChange={setChosen} />
        </StreamPlot>
      )}
      {size !== null &&
        !isSmall &&
        PLOTS.map((plot) => <StreamPlot key={plot} session={session} plot={plot} isAlone={false} />)}
    </div>
  );
}
