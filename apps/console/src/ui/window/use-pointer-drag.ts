import { useRef, type PointerEvent } from 'react';

interface Drag<Start> {
  /** Returns the start of a drag; undefined: no drag now. */
  readonly begin: () => Start | undefined;
  /** Distance of the pointer from its start, in px. */
  readonly move: (start: Start, dx: number, dy: number) => void;
  readonly end?: (start: Start, dx: number, dy: number) => void;
}

interface Running<Start> {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  readonly start: Start;
}

/** Handlers for an element that is dragged with the main button, a finger or a pen; it needs `touch-action: none`. */
export function usePointerDrag<Start>({ begin, move, end }: Drag<Start>) {
  const running = useRef<Running<Start>>(undefined);
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const start = begin();
    if (start === undefined) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    running.current = { pointerId: event.pointerId, x: event.clientX, y: event.clientY, start };
  };
  const onPointerMove = (event: PointerEvent) => {
    const drag = running.current;
    if (drag?.pointerId === event.pointerId) move(drag.start, event.clientX - drag.x, event.clientY - drag.y);
  };
  const finish = (event: PointerEvent) => {
    const drag = running.current;
    if (drag?.pointerId !== event.pointerId) return;
    running.current = undefined;
    end?.(drag.start, event.clientX - drag.x, event.clientY - drag.y);
  };
  return { onPointerDown, onPointerMove, onPointerUp: finish, onPointerCancel: finish };
}
