import {
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  useState,
  type PointerEvent,
  type ReactNode,
  type KeyboardEvent,
  type CSSProperties,
} from 'react';
import { t } from '#/language/t.ts';
import { Legend } from '#/ui/plot/Legend.tsx';
import { usePlotColours, usePlotSize } from '#/ui/plot/plot-hooks.ts';
import type { StreamSession } from '../session/session-types.ts';
import { useSessionState } from '../session/use-stream-session.ts';
import { MARKERS, describeMarker, MARKER_LABELS, type MarkerName } from './handles/markers.view.ts';
import type { PlotName } from './plot-names.ts';
import { summarisePlot } from './plot-summary.view.ts';
import { titlePlot } from './plot-titles.view.ts';
import { viewOf, type StreamView } from './stream-view.ts';
import { THRESHOLD_LINES, formatThreshold, moveThreshold, type ThresholdLine } from './handles/thresholds.view.ts';
import { usePointerDrag } from '#/ui/window/use-pointer-drag.ts';
import styles from './StreamPlots.module.css';

interface StreamPlotProps {
  readonly session: StreamSession;
  readonly plot: PlotName;
  /** The only plot shown. */
  readonly isAlone: boolean;
  /** Replaces the title. */
  readonly children?: ReactNode;
}

/** The canvases of a plot, which the session's refresh draws. */
function useDrawnPlot(view: StreamView, plot: PlotName, isAlone: boolean) {
  const root = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const signals = useRef<HTMLCanvasElement>(null);
  const size = usePlotSize(root);
  const colours = usePlotColours();
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
  return { root, ground, signals, colours };
}

/** A plot with its title. React renders only the elements that a user can drag. */
export function StreamPlot({ session, plot, isAlone, children }: StreamPlotProps) {
  const view = viewOf(session);
  const { root, ground, signals, colours } = useDrawnPlot(view, plot, isAlone);
  const titleId = useId();
  const settings = useSessionState(session, (state) => state.settings);
  const rssiHz = useSessionState(session, (state) => state.rssiHz);
  const thresholds = useSessionState(session, ({ status }) => status.thresholds);
  const pause = useSessionState(session, ({ status }) => status.pause);
  const markers = useSyncExternalStore(view.subscribe, view.getMarkers);
  const { title, legend, note } = titlePlot(plot, { settings, rssiHz });
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

interface WeldThresholdInputProps {
  readonly session: StreamSession;
  readonly value: number;
}

/** The weld threshold as a number; an invalid entry changes nothing. */
function WeldThresholdInput({ session, value }: WeldThresholdInputProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    const typed = draft?.trim().replace(',', '.') ?? '';
    setDraft(null);
    if (typed !== '' && Number.isFinite(Number(typed))) session.setThreshold('weld', Number(typed), 'text');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape' && draft !== null) {
      // Escape reverts the entry and does not close the window.
      event.preventDefault();
      setDraft(null);
    }
  };
  return (
    <label className={styles.weld} htmlFor={id}>
      {t('Weld threshold')}
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={draft ?? formatThreshold('weld', value)}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}

interface MarkerHandleProps {
  readonly view: StreamView;
  readonly plot: PlotName;
  readonly name: MarkerName;
  readonly at: number;
  /** Several plots have the same markers; only one of them is in the tab order. */
  readonly isMain: boolean;
}

/** The draggable part of a marker; the canvas draws the marker itself. */
function MarkerHandle({ view, plot, name, at, isMain }: MarkerHandleProps) {
  const handlers = usePointerDrag({
    begin: () => view.gripMarker(plot, name),
    move: (grip, dx) => view.setMarker(name, grip.value + dx * grip.perPx),
  });
  const place = { transform: `translateX(var(--${name}-x))` };
  const { across, measure } = view.scene;
  if (!isMain) return <div className={styles.marker} style={place} aria-hidden="true" {...handlers} />;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.altKey && !event.metaKey && view.moveMarker(name, event.key)) event.preventDefault();
  };
  return (
    <div
      className={styles.marker}
      style={place}
      role="slider"
      tabIndex={0}
      aria-label={MARKER_LABELS[name]}
      aria-orientation="horizontal"
      aria-valuemin={across?.from ?? at}
      aria-valuemax={across?.to ?? at}
      aria-valuenow={at}
      aria-valuetext={describeMarker(at, measure)}
      onKeyDown={onKeyDown}
      {...handlers}
    />
  );
}

interface ThresholdHandleProps {
  readonly view: StreamView;
  readonly line: ThresholdLine;
  readonly value: number;
}

/** The draggable part of a threshold's line and flag; the canvas draws both. */
function ThresholdHandle({ view, line, value }: ThresholdHandleProps) {
  const { name, label, least, most, offset } = line;
  const handlers = usePointerDrag({
    begin: () => view.gripThreshold(line),
    move: (grip, _dx, dy) => view.setThreshold(line, grip.value + dy * grip.perPx),
    end: () => view.letGo(),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = event.ctrlKey || event.altKey || event.metaKey ? null : moveThreshold(line, value, event.key);
    if (moved === null) return;
    event.preventDefault();
    view.setThreshold(line, moved);
  };
  const place: CSSProperties = {
    transform: `translateY(var(--${name}-y))`,
    ['--flag-offset' as string]: `${offset}px`,
  };
  return (
    <div
      className={styles.threshold}
      style={place}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={Math.min(least, value)}
      aria-valuemax={Math.max(most, value)}
      aria-valuenow={value}
      aria-valuetext={formatThreshold(name, value)}
      onKeyDown={onKeyDown}
      {...handlers}
    />
  );
}
