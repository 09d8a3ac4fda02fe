import type { Place } from '@waymark/domain/geo/great-circle';
import type { Map as MapEngine } from 'maplibre-gl';
import type { ScreenPoint } from '#/map/camera/look-around.ts';

/** What has been drawn so far, in the map's own px. */
export interface Stroke {
  readonly points: readonly ScreenPoint[];
  /** Drawn with Alt held: what lies within goes. */
  readonly isRemoving: boolean;
}

interface StrokeActs {
  readonly onStroke: (stroke: Stroke | null) => void;
  readonly onClosed: (outline: readonly Place[], isRemoving: boolean) => void;
}

/** Apart enough to be worth a point. */
const STEP_PX = 3;
/** Fewer are a click. */
const FEWEST_POINTS = 3;

const isApart = (from: ScreenPoint | undefined, to: ScreenPoint) =>
  !from || Math.hypot(to.x - from.x, to.y - from.y) >= STEP_PX;

/** What else a drag, a key or a second click would do to the map. */
const GESTURES = ['dragPan', 'boxZoom', 'doubleClickZoom', 'scrollZoom'] as const;

/** Takes the map's gestures away; answers how to give back those that were there. */
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

/** One finger or the mouse draws; a second finger is for zooming and ends the drawing. Answers how to stop. */
export function watchStrokes(map: MapEngine, { onStroke, onClosed }: StrokeActs): () => void {
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
