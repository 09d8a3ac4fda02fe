import type { CSSProperties, KeyboardEvent } from 'react';
import { usePointerDrag } from '#/ui/window/use-pointer-drag.ts';
import styles from '../StreamPlots.module.css';
import type { StreamView } from '../stream-view.ts';
import { formatThreshold, moveThreshold, type ThresholdLine } from './thresholds.view.ts';

interface ThresholdHandleProps {
  readonly view: StreamView;
  readonly line: ThresholdLine;
  readonly value: number;
}

/** The draggable part of a threshold's line and flag; the canvas draws both. */
export function ThresholdHandle({ view, line, value }: ThresholdHandleProps) {
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
