import { useEffect, useEffectEvent, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { findArea, fromX, type PlotSize } from './plot-area.ts';
import type { Span } from './plot-model.ts';
import { spanBetween, toZoomFactor, zoomSpan } from './zoom.ts';

interface PlotPointer {
  readonly across: Span;
  readonly size: PlotSize | null;
  readonly onHover: (at: number | null) => void;
  readonly onZoom: (span: Span) => void;
  readonly onReset: () => void;
  readonly onClick: (at: number) => void;
}

/** A shorter movement is a click. */
const CLICK_PX = 4;

interface Press {
  readonly pointerId: number;
  readonly x: number;
  readonly at: number;
}

/** Drag and wheel zoom in; a double click shows the whole range. */
export function usePlotPointer(
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
