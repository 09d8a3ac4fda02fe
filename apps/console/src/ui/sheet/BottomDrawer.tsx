import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { t } from '#/language/t.ts';
import styles from './BottomDrawer.module.css';
import { findMaxDrawerHeight, limitDrawerHeight, MIN_DRAWER_HEIGHT, stepDrawerHeight } from './drawer-height.ts';
import { IconButton } from '../button/IconButton.tsx';
import { usePointerDrag } from '../window/use-pointer-drag.ts';

interface BottomDrawerProps {
  /** "Devices": shown in the bar, and the accessible name of the drawer. */
  readonly title: string;
  /** Beside the title, e.g. a count. */
  readonly aside?: ReactNode;
  /** Controls in the bar while it is open. */
  readonly tools?: ReactNode;
  readonly isOpen: boolean;
  /** Height in px when open; at most half of the screen. */
  readonly height: number;
  /** Height in px of the screen that it shares with the map. */
  readonly screenHeight: number;
  readonly onToggle: () => void;
  /** Called when a resize has ended. */
  readonly onHeight: (height: number) => void;
  readonly children: ReactNode;
}

function ResizeEdge({
  title,
  height,
  screenHeight,
  onMove,
  onSettled,
}: { readonly title: string; readonly height: number; readonly screenHeight: number } & Record<
  'onMove' | 'onSettled',
  (height: number) => void
>) {
  const drag = usePointerDrag({
    begin: () => height,
    move: (start, _dx, dy) => onMove(limitDrawerHeight(start - dy, screenHeight)),
    end: (start, _dx, dy) => onSettled(limitDrawerHeight(start - dy, screenHeight)),
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepDrawerHeight(event.key, height, screenHeight);
    if (next === undefined) return;
    event.preventDefault();
    onSettled(next);
  };
  return (
    <div
      className={styles.edge}
      role="separator"
      tabIndex={0}
      aria-label={t('Height of {title}', { title })}
      aria-orientation="horizontal"
      aria-valuemin={MIN_DRAWER_HEIGHT}
      aria-valuemax={findMaxDrawerHeight(screenHeight)}
      aria-valuenow={height}
      onKeyDown={onKeyDown}
      {...drag}
    />
  );
}

/** A drawer over the bottom of the map: a bar when closed, its last height when open. */
export function BottomDrawer({
  title,
  aside,
  tools,
  isOpen,
  screenHeight,
  onToggle,
  onHeight,
  children,
  ...props
}: BottomDrawerProps) {
  const [dragged, setDragged] = useState<number>();
  const height = limitDrawerHeight(dragged ?? props.height, screenHeight);
  const settle = (next: number) => {
    setDragged(undefined);
    onHeight(next);
  };
  return (
    <section className={styles.drawer} aria-label={title} style={isOpen ? { height } : undefined}>
      {isOpen && (
        <ResizeEdge title={title} height={height} screenHeight={screenHeight} onMove={setDragged} onSettled={settle} />
      )}
      <div className={styles.bar}>
        <h2 className={styles.title}>{title}</h2>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        {isOpen ? <div className={styles.tools}>{tools}</div> : <span className={styles.grow} />}
        <IconButton
          icon={isOpen ? 'chevronDown' : 'chevronUp'}
          label={isOpen ? t('Close {title}', { title }) : t('Open {title}', { title })}
          isSmall
          onClick={onToggle}
        />
      </div>
      {isOpen && <div className={styles.body}>{children}</div>}
    </section>
  );
}
