import type { KeyboardEvent } from 'react';
import { usePointerDrag } from '#/ui/window/use-pointer-drag.ts';
import { describeMarker, MARKER_LABELS, type MarkerName } from './markers.view.ts';
import type { PlotName } from '../plot-names.ts';
import styles from '../StreamPlots.module.css';
import type { StreamView } from '../stream-view.ts';

interface MarkerHandleProps {
  readonly view: StreamView;
  readonly plot: PlotName;
  readonly name: MarkerName;
  readonly at: number;
  /** Several plots have the same markers; only one of them is in the tab order. */
  readonly isMain: boolean;
}

/** The draggable part of a marker; the canvas draws the marker itself. */
export function MarkerHandle({ view, plot, name, at, isMain }: MarkerHandleProps) {
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
