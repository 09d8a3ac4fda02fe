import { useRef, type PointerEvent } from 'react';

interface Drag<Start> {
  /** What the drag starts from; nothing means: no drag now. */
  readonly begin: () => Start | undefined;
  /** How far the pointer is from where it went down, in px. */
  readonly move: (start: Start, dx: number, dy: number) => void;
  readonly end?: (start: Start, dx: number, dy: number) => void;
}

interface Running<Start> {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  readonly start: Start;
}

/** Handlers for an element that is dragged with the main button, a finger or a pen; give it `touch-action: none`. */
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
