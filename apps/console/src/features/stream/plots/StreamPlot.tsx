import { useId, useLayoutEffect, useRef, useSyncExternalStore, type PointerEvent, type ReactNode } from 'react';
import { Legend } from '#/ui/plot/Legend.tsx';
import { usePlotColours } from '#/ui/plot/use-plot-colours.ts';
import { usePlotSize } from '#/ui/plot/use-plot-size.ts';
import type { StreamSession } from '../session/session-types.ts';
import { useSessionState } from '../session/use-session-state.ts';
import { MarkerHandle } from './handles/MarkerHandle.tsx';
import { MARKERS } from './handles/markers.view.ts';
import type { PlotName } from './plot-names.ts';
import { summarisePlot } from './plot-summary.view.ts';
import { titlePlot } from './plot-titles.view.ts';
import styles from './StreamPlots.module.css';
import { viewOf } from './stream-view.ts';
import { ThresholdHandle } from './handles/ThresholdHandle.tsx';
import { THRESHOLD_LINES } from './handles/thresholds.view.ts';
import { WeldThresholdInput } from './handles/WeldThresholdInput.tsx';

interface StreamPlotProps {
  readonly session: StreamSession;
  readonly plot: PlotName;
  /** The only plot shown. */
  readonly isAlone: boolean;
  /** Replaces the title. */
  readonly children?: ReactNode;
}

/** A plot with its title. The session's refresh draws it; React renders only the elements that a user can drag. */
export function StreamPlot({ session, plot, isAlone, children }: StreamPlotProps) {
  const view = viewOf(session);
  const root = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const signals = useRef<HTMLCanvasElement>(null);
  const titleId = useId();
  const size = usePlotSize(root);
  const colours = usePlotColours();
  const settings = useSessionState(session, (state) => state.settings);
  const rssiHz = useSessionState(session, (state) => state.rssiHz);
  const thresholds = useSessionState(session, ({ status }) => status.thresholds);
  const pause = useSessionState(session, ({ status }) => status.pause);
  const markers = useSyncExternalStore(view.subscribe, view.getMarkers);
  const { title, legend, note } = titlePlot(plot, { settings, rssiHz });
  useLayoutEffect(() => {
    if (!root.current || !ground.current || !signals.current || !size || size.width === 0 || size.height === 0)
      return undefined;
    const canvases = { root: root.current, ground: ground.current, signals: signals.current };
    return view.show({
      plot,
      ...canvases,
      size,
      colours,
      hasTimes: isAlone || plot !== 'em',
      hasMeasure: isAlone || plot === 'geo',
    });
  }, [view, plot, size, colours, isAlone]);
  const point = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    view.point(plot, { x: clientX - left, y: clientY - top });
  };
  return (
    <section className={styles.plot} data-plot={plot} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h3 id={titleId} className={children === undefined ? styles.title : 'visually-hidden'}>
          {title}
        </h3>
        {children}
        <Legend lines={legend} colours={colours} />
        {plot === 'geo' && <WeldThresholdInput session={session} value={thresholds.weld} />}
        <span className={styles.note}>{note}</span>
      </div>
      <div
        ref={root}
        className={styles.stage}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => view.point(plot, null)}
      >
        <canvas ref={ground} className={styles.canvas} aria-hidden="true" />
        <canvas
          ref={signals}
          className={styles.canvas}
          role="img"
          aria-label={summarisePlot(plot, view.scene, pause)}
        />
        {THRESHOLD_LINES.filter((line) => line.plot === plot).map((line) => (
          <ThresholdHandle key={line.name} view={view} line={line} value={thresholds[line.name]} />
        ))}
        {markers &&
          plot !== 'spectrum' &&
          MARKERS.map((name) => (
            <MarkerHandle
              key={name}
              view={view}
              plot={plot}
              name={name}
              at={markers[name]}
              isMain={isAlone || plot === 'em'}
            />
          ))}
      </div>
    </section>
  );
}
