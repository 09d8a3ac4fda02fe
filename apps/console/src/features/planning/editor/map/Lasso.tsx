import type { Place } from '@waymark/domain/geo/great-circle';
import { useMap } from '@vis.gl/react-maplibre';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { takeMapClicks } from '#/map/marks/map-clicks.ts';
import { showNotice } from '#/ui/toast/toasts.ts';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { changeDraft, useEditor } from '../editor-store.ts';
import { catchDevices } from './lasso.view.ts';
import styles from './Lasso.module.css';
import { useToolEnd } from './use-tool-end.ts';
import { watchStrokes, type Stroke } from './watch-strokes.ts';

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
