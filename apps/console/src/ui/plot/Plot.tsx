import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { drawPlot, type PlotCursor } from './draw-plot.ts';
import styles from './Plot.module.css';
import type { PlotModel, Span } from './plot-model.ts';
import { usePlotColours } from './use-plot-colours.ts';
import { usePlotPointer } from './use-plot-pointer.ts';
import { usePlotSize } from './use-plot-size.ts';

interface PlotProps {
  readonly model: PlotModel;
  /** The visible range of the horizontal axis. */
  readonly across: Span;
  readonly cursor: PlotCursor | null;
  /** A position is being picked: the plot is in the tab order. */
  readonly isPicking: boolean;
  /** The name of the plot. */
  readonly label: string;
  /** Describes the plot for screen readers. */
  readonly summary: string;
  readonly onHover: (at: number | null) => void;
  readonly onZoom: (span: Span) => void;
  readonly onReset: () => void;
  readonly onClick: (at: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Lines over time or frequency, drawn at the resolution of the screen. */
export function Plot({ model, across, cursor, isPicking, label, summary, onKeyDown, ...pointer }: PlotProps) {
  const summaryId = useId();
  const root = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = usePlotSize(root);
  const colours = usePlotColours();
  const { selection, handlers } = usePlotPointer(root, { across, size, ...pointer });
  useEffect(() => {
    if (isPicking) root.current?.focus({ preventScroll: true });
  }, [isPicking]);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!canvas.current || !context || !size) return;
    const ratio = window.devicePixelRatio;
    canvas.current.width = Math.round(size.width * ratio);
    canvas.current.height = Math.round(size.height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawPlot(context, size, { model, across, cursor, selection }, colours);
  }, [model, across, cursor, selection, size, colours]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the plot has keys of its own: its cursor, its zoom
    <div
      ref={root}
      className={styles.plot}
      role="application"
      aria-label={label}
      aria-describedby={summaryId}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- they need the focus
      tabIndex={0}
      data-picking={isPicking || undefined}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      <canvas ref={canvas} className={styles.canvas} aria-hidden="true" />
      <p id={summaryId} className="visually-hidden">
        {summary}
      </p>
    </div>
  );
}
