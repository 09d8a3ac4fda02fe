import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../button/Button.tsx';
import styles from './FloatingWindow.module.css';
import { IconButton } from '../button/IconButton.tsx';
import { usePointerDrag } from './use-pointer-drag.ts';
import { moveWindow, resizeWindow, type Placement, type Size } from './window-placement.ts';
import type { WindowMode } from './window-stack.ts';
import { changeWindowMode, moveWindowTo } from './window-store.ts';

interface WindowBarProps {
  readonly id: string;
  readonly mode: WindowMode | 'phone';
  readonly isMovable: boolean;
  readonly restoreLabel: string | undefined;
  readonly placement: Placement;
  readonly layerSize: Size;
  readonly title: string;
  readonly subtitle: string | undefined;
  readonly mark: ReactNode;
  /** Called after a move, and when it is maximised or restored. */
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

const keyStep = 16;
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

function RestoreButton({ label, onRestore }: { readonly label: string | undefined; readonly onRestore: () => void }) {
  if (label === undefined) return <IconButton icon="chevronUp" label="Restore" isSmall onClick={onRestore} />;
  return (
    <Button size="tiny" onClick={onRestore}>
      {label}
    </Button>
  );
}

/** The title bar: drag or arrows move, Shift with arrows resizes, a double click or Enter maximises and restores. */
export function WindowBar(props: WindowBarProps) {
  const { id, mode, isMovable, restoreLabel, placement, layerSize, title, subtitle, mark, onSettled, onClose } = props;
  const hintId = useId();
  const isNormal = mode === 'normal';
  const drag = usePointerDrag({
    begin: () => (isMovable ? placement : undefined),
    move: (start, dx, dy) => moveWindowTo(id, moveWindow(start, dx, dy, layerSize)),
    end: onSettled,
  });
  const toggleMaximised = () => {
    if (mode === 'phone') return;
    changeWindowMode(id, isNormal ? 'maximised' : 'restored');
    onSettled();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (!arrow || !isMovable) return;
    event.preventDefault();
    const [dx, dy] = arrow;
    const next = event.shiftKey
      ? resizeWindow(placement, 'se', dx, dy, layerSize)
      : moveWindow(placement, dx, dy, layerSize);
    moveWindowTo(id, next);
    onSettled();
  };
  const isMinimised = mode === 'minimised';
  // The label of the button uses the space.
  const hasSubtitle = subtitle !== undefined && !(isMinimised && restoreLabel !== undefined);
  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.grip}
        aria-describedby={isMovable ? hintId : undefined}
        onKeyDown={onKeyDown}
        // Enter and Space click a button without a pointer; with one, a click restores a minimised window.
        onClick={(event) => (event.detail === 0 || isMinimised) && toggleMaximised()}
        onDoubleClick={isMinimised ? undefined : toggleMaximised}
        {...drag}
      >
        {mark}
        <span className={styles.title}>{title}</span>
        {hasSubtitle && <span className={styles.subtitle}>{subtitle}</span>}
      </button>
      {isMovable && (
        <span id={hintId} hidden>
          Arrow keys move the window, with Shift they resize it.
        </span>
      )}
      {isMinimised ? (
        <RestoreButton label={restoreLabel} onRestore={toggleMaximised} />
      ) : (
        <IconButton icon="minimise" label="Minimise" isSmall onClick={() => changeWindowMode(id, 'minimised')} />
      )}
      {(isNormal || mode === 'maximised') && (
        <IconButton
          icon={isNormal ? 'maximise' : 'restore'}
          label={isNormal ? 'Maximise' : 'Restore'}
          isSmall
          onClick={toggleMaximised}
        />
      )}
      <IconButton icon="close" label="Close" isSmall onClick={onClose} />
    </div>
  );
}
