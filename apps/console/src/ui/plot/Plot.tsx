import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useEffectEvent,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';
import { drawPlot, type PlotCursor } from './draw-plot.ts';
import type { Span } from '@waymark/domain/chart/axis';
import type { PlotModel } from './plot-model.ts';
import { usePlotColours, usePlotSize } from './plot-hooks.ts';
import { findArea, fromX, type PlotSize } from './plot-area.ts';
import { spanBetween, toZoomFactor, zoomSpan } from './zoom.ts';
import styles from './Plot.module.css';

/** A shorter movement is a click. */
const CLICK_PX = 4;

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

interface PlotPointer {
  readonly across: Span;
  readonly size: PlotSize | null;
  readonly onHover: (at: number | null) => void;
  readonly onZoom: (span: Span) => void;
  readonly onReset: () => void;
  readonly onClick: (at: number) => void;
}

interface Press {
  readonly pointerId: number;
  readonly x: number;
  readonly at: number;
}

/** Drag and wheel zoom in; a double click shows the whole range. */
function usePlotPointer(
  ref: RefObject<HTMLElement | null>,
  { across, size, onHover, onZoom, onReset, onClick }: PlotPointer,
) {
  const press = useRef<Press>(undefined);
  const [selection, setSelection] = useState<Span | null>(null);
  const find = (clientX: number): number => {
    const left = ref.current?.getBoundingClientRect().left ?? 0;
    return size ? fromX(findArea(size), across, clientX - left) : across.from;
  };
  const turnWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    onZoom(zoomSpan(across, find(event.clientX), toZoomFactor(event.deltaY)));
  });
  useEffect(() => {
    const element = ref.current;
    const listen = (event: WheelEvent) => turnWheel(event);
    // React's listener is passive, so it cannot stop the window from scrolling.
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [ref]);
  const isDragged = (event: PointerEvent) => Math.abs(event.clientX - (press.current?.x ?? event.clientX)) >= CLICK_PX;
  return {
    selection,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0 || !event.isPrimary) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        press.current = { pointerId: event.pointerId, x: event.clientX, at: find(event.clientX) };
      },
      onPointerMove: (event: PointerEvent) => {
        const at = find(event.clientX);
        onHover(at);
        if (press.current && isDragged(event)) setSelection(spanBetween(press.current.at, at));
      },
      onPointerUp: (event: PointerEvent) => {
        const held = press.current;
        press.current = undefined;
        setSelection(null);
        if (held?.pointerId !== event.pointerId) return;
        const at = find(event.clientX);
        if (Math.abs(event.clientX - held.x) >= CLICK_PX) onZoom(spanBetween(held.at, at));
        else onClick(at);
      },
      onPointerCancel: () => {
        press.current = undefined;
        setSelection(null);
      },
      onPointerLeave: () => onHover(null),
      onDoubleClick: onReset,
    },
  };
}
