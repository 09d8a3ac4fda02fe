import type { Place } from '@waymark/domain/geo/great-circle';
import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Map as MapEngine } from 'maplibre-gl';
import { takeMapClicks } from '#/map/marks/map-clicks.ts';
import { showNotice } from '#/ui/toast/toasts.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { changeDraft, useEditor, chooseTool } from '../editor-store.ts';
import { catchDevices } from './lasso.view.ts';
import type { ScreenPoint } from '#/map/camera/look-around.ts';
import styles from './Lasso.module.css';
import { useEscapeKey } from '#/ui/dialog/use-escape-key.ts';

/** Minimum distance between points. */
const STEP_PX = 3;

/** Fewer points are a click. */
const FEWEST_POINTS = 3;

const isApart = (from: ScreenPoint | undefined, to: ScreenPoint) =>
  !from || Math.hypot(to.x - from.x, to.y - from.y) >= STEP_PX;

/** Gestures that would move the map while the user draws. */
const GESTURES = ['dragPan', 'boxZoom', 'doubleClickZoom', 'scrollZoom'] as const;

function takeStroke(outline: readonly Place[], isRemoving: boolean): void {
  const { draft } = useEditor.getState();
  if (!draft) return;
  const caught = catchDevices(draft, outline, deviceStore.list(), isRemoving);
  changeDraft(caught.draft);
  showNotice(caught.message, caught.detail);
}

const toPath = ({ points }: Stroke) => `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;

/** Draws a freehand outline around devices. The map does not move meanwhile. */
export function Lasso() {
  const { current: map } = useMap();
  const [stroke, setStroke] = useState<Stroke | null>(null);
  useToolEnd();
  useEffect(() => {
    if (!map) return undefined;
    const stopClicks = takeMapClicks(() => true);
    const stopStrokes = watchStrokes(map.getMap(), { onStroke: setStroke, onClosed: takeStroke });
    return () => {
      stopStrokes();
      stopClicks();
    };
  }, [map]);
  if (!map || !stroke) return null;
  const drawing = (
    <svg className={styles.drawing} data-removes={stroke.isRemoving || undefined} aria-hidden="true">
      <path d={toPath(stroke)} />
    </svg>
  );
  return createPortal(drawing, map.getCanvasContainer());
}

/** The outline so far, in px of the map. */
interface Stroke {
  readonly points: readonly ScreenPoint[];
  /** Drawn with Alt pressed: removes the enclosed devices. */
  readonly isRemoving: boolean;
}

interface StrokeActs {
  readonly onStroke: (stroke: Stroke | null) => void;
  readonly onClosed: (outline: readonly Place[], isRemoving: boolean) => void;
}

/** Disables the map's gestures; returns a function that enables those that were on before. */
function holdMap(map: MapEngine): () => void {
  const held = GESTURES.map((gesture) => map[gesture]).filter((handler) => handler.isEnabled());
  for (const handler of held) handler.disable();
  const { style } = map.getCanvasContainer();
  const before = { cursor: style.cursor, touchAction: style.touchAction };
  Object.assign(style, { cursor: 'crosshair', touchAction: 'none' });
  return () => {
    Object.assign(style, before);
    for (const handler of held) handler.enable();
  };
}

/** Draws with one finger or the mouse; a second finger zooms and ends the drawing. Returns a function that stops it. */
function watchStrokes(map: MapEngine, { onStroke, onClosed }: StrokeActs): () => void {
  const container = map.getCanvasContainer();
  const release = holdMap(map);
  let pointer: number | null = null;
  let stroke: Stroke | null = null;
  const show = (next: Stroke | null) => {
    stroke = next;
    onStroke(next);
  };
  const pointOf = ({ clientX, clientY }: PointerEvent): ScreenPoint => {
    const { left, top } = container.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const end = () => {
    pointer = null;
    show(null);
  };
  const press = (event: PointerEvent) => {
    if (pointer !== null) return end();
    if (event.button !== 0 || !event.isPrimary) return;
    pointer = event.pointerId;
    container.setPointerCapture(pointer);
    show({ points: [pointOf(event)], isRemoving: event.altKey });
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointer || !stroke) return;
    const point = pointOf(event);
    if (isApart(stroke.points.at(-1), point)) show({ ...stroke, points: [...stroke.points, point] });
  };
  const lift = (event: PointerEvent) => {
    if (event.pointerId !== pointer || !stroke) return;
    const { points, isRemoving } = stroke;
    end();
    if (points.length < FEWEST_POINTS) return;
    const outline = points.map(({ x, y }) => map.unproject([x, y])).map(({ lat, lng }) => ({ lat, lon: lng }));
    onClosed(outline, isRemoving);
  };
  container.addEventListener('pointerdown', press);
  container.addEventListener('pointermove', move);
  container.addEventListener('pointerup', lift);
  container.addEventListener('pointercancel', end);
  return () => {
    container.removeEventListener('pointerdown', press);
    container.removeEventListener('pointermove', move);
    container.removeEventListener('pointerup', lift);
    container.removeEventListener('pointercancel', end);
    end();
    release();
  };
}

/** Escape ends the tool. */
export function useToolEnd(): void {
  useEscapeKey(() => {
    chooseTool('none');
    return true;
  });
}
