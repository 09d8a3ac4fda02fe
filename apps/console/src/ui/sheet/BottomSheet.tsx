import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { t } from '#/language/t.ts';
import styles from './BottomSheet.module.css';
import { limitSheetHeight, settleStop, sheetHeight, sheetStops, stepStop, type SheetStop } from './sheet-stops.ts';
import { keepScrollFocusable } from '../table/focusable-scroll.ts';
import { coversMap } from '../window/window-store.ts';
import { usePointerDrag } from '../window/use-pointer-drag.ts';

interface BottomSheetProps {
  /** Accessible name: "Device 10490". */
  readonly label: string;
  readonly stop: SheetStop;
  readonly onStopChange: (stop: SheetStop) => void;
  /** Visible at the lowest stop, and the handle for dragging. */
  readonly header: ReactNode;
  readonly children: ReactNode;
}

const words: Readonly<Record<SheetStop, string>> = {
  peek: t('header only'),
  half: t('half of the screen'),
  full: t('full height'),
};

/** Replaces the left drawer on a phone. */
export function BottomSheet({ label, stop, onStopChange, header, children }: BottomSheetProps) {
  const [dragged, setDragged] = useState<number>();
  const drag = usePointerDrag({
    begin: () => sheetHeight(stop, window.innerHeight),
    move: (start, _dx, dy) => setDragged(limitSheetHeight(start - dy, window.innerHeight)),
    end: (start, _dx, dy) => {
      setDragged(undefined);
      onStopChange(settleStop(stop, limitSheetHeight(start - dy, window.innerHeight), window.innerHeight));
    },
  });
  const keys: Readonly<Record<string, SheetStop>> = {
    ArrowUp: stepStop(stop, 1),
    ArrowDown: stepStop(stop, -1),
    Home: 'peek',
    End: 'full',
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keys[event.key];
    if (!next) return;
    event.preventDefault();
    onStopChange(next);
  };
  return (
    <section
      className={styles.sheet}
      aria-label={label}
      {...coversMap}
      data-stop={stop}
      data-dragged={dragged === undefined ? undefined : true}
      style={dragged === undefined ? undefined : { height: dragged }}
    >
      <div className={styles.pull} {...drag}>
        <div
          className={styles.handle}
          role="slider"
          tabIndex={0}
          aria-label={t('Height of {title}', { title: label })}
          aria-orientation="vertical"
          aria-valuemin={0}
          aria-valuemax={sheetStops.length - 1}
          aria-valuenow={sheetStops.indexOf(stop)}
          aria-valuetext={words[stop]}
          onKeyDown={onKeyDown}
        />
        {header}
      </div>
      {/* Raises the sheet when the focus moves to hidden content. */}
      <div
        ref={keepScrollFocusable}
        className={styles.body}
        onFocusCapture={() => stop === 'peek' && onStopChange('half')}
      >
        {children}
      </div>
    </section>
  );
}
