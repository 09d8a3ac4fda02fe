import { useEffect, useRef, useId, type CSSProperties, type ReactNode, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { t } from '#/language/t.ts';
import { useEscapeKey } from '../dialog/use-escape-key.ts';
import { useReturnedFocus } from '../dialog/use-returned-focus.ts';
import { keepScrollFocusable } from '../table/focusable-scroll.ts';
import {
  findFixedSize,
  resizeEdges,
  resizeWindow,
  type FixedSizes,
  type Placement,
  type Size,
  type ResizeEdge,
  moveWindow,
} from './window-placement.ts';
import { findTopWindow, type WindowMode } from './window-stack.ts';
import {
  bringWindowToTop,
  closeWindow,
  openWindow,
  rememberWindowOf,
  useOpenWindow,
  useWindowStore,
  moveWindowTo,
  changeWindowMode,
} from './window-store.ts';
import { usePointerDrag } from './use-pointer-drag.ts';
import { Button } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import styles from './FloatingWindow.module.css';

const keyStep = 16;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

interface FloatingWindowProps {
  /** A unique id per window: "stream-10488". */
  readonly id: string;
  /** The kind of window, which shares a stored place: "stream". */
  readonly kind: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  /** A mark before the title, e.g. a device's icon. */
  readonly mark?: ReactNode;
  readonly initialSize: Size;
  /** The id of the window to which this one belongs: it opens beside it if possible. */
  readonly besideId?: string;
  /** For kinds with their own sizes when maximised, or on a phone. */
  readonly fixedSizes?: FixedSizes;
  /** Label of the button that restores it from minimised; an arrow by default. */
  readonly restoreLabel?: string;
  readonly onClose: () => void;
  /** Stays mounted while the window is minimised. */
  readonly children: ReactNode;
}

const NONE: FixedSizes = {};

/**
 * A window over the map that can be moved, resized, minimised and maximised, by pointer or keyboard; open while it is
 * rendered.
 */
export function FloatingWindow(props: FloatingWindowProps) {
  const { id, kind, title, subtitle, initialSize, besideId, fixedSizes = NONE, onClose } = props;
  const { layer, layerSize, entry, order, dockIndex, isPhone, shown } = useOpenWindow(id);
  const root = useRef<HTMLElement>(null);
  const { width, height } = initialSize;
  const isReady = layer !== undefined;

  useEffect(() => {
    if (!isReady) return undefined;
    openWindow(id, kind, { width, height }, besideId);
    return () => closeWindow(id);
  }, [isReady, id, kind, width, height, besideId]);

  useEscapeKey(() => {
    if (findTopWindow(useWindowStore.getState().stack)?.id !== id) return false;
    onClose();
    return true;
  });

  useReturnedFocus(root, entry !== undefined);

  if (!layer || !entry || !shown) return null;
  const fixed = findFixedSize(fixedSizes, entry.mode === 'maximised', isPhone, layerSize);
  const isMovable = entry.mode === 'normal' && !isPhone;
  const mode = entry.mode !== 'minimised' && isPhone && !fixed ? 'phone' : entry.mode;
  const remember = () => rememberWindowOf(id, kind);
  return createPortal(
    <section
      ref={root}
      className={styles.window}
      style={toStyle(isMovable ? shown : mode === 'minimised' ? undefined : fixed, order, dockIndex)}
      data-mode={mode}
      data-on-phone={(isPhone && fixed !== undefined) || undefined}
      role="dialog"
      aria-label={subtitle === undefined ? title : `${title}, ${subtitle}`}
      tabIndex={-1}
      onPointerDownCapture={() => bringWindowToTop(id)}
      onFocusCapture={() => bringWindowToTop(id)}
    >
      <WindowBar
        id={id}
        mode={mode}
        isMovable={isMovable}
        restoreLabel={props.restoreLabel}
        placement={shown}
        layerSize={layerSize}
        title={title}
        subtitle={subtitle}
        mark={props.mark}
        onSettled={remember}
        onClose={onClose}
      />
      <div ref={keepScrollFocusable} className={styles.body} hidden={mode === 'minimised'}>
        {props.children}
      </div>
      {isMovable && <WindowEdges id={id} placement={shown} layerSize={layerSize} onSettled={remember} />}
    </section>,
    layer,
  );
}

function toStyle(shown: Placement | Size | undefined, order: number, dockIndex: number): CSSProperties {
  const place = shown && 'x' in shown && { left: shown.x, top: shown.y };
  const box = shown && { ...place, width: shown.width, height: shown.height };
  return { ...box, zIndex: order + 1, '--dock-index': dockIndex } as CSSProperties;
}

interface WindowEdgesProps {
  readonly id: string;
  readonly placement: Placement;
  readonly layerSize: Size;
  readonly onSettled: () => void;
}

/** The eight handles with which a pointer resizes the window; with the keyboard the title bar does it. */
function WindowEdges(props: WindowEdgesProps) {
  return resizeEdges.map((edge) => <WindowEdge key={edge} edge={edge} {...props} />);
}

function WindowEdge({ id, edge, placement, layerSize, onSettled }: WindowEdgesProps & { readonly edge: ResizeEdge }) {
  const drag = usePointerDrag({
    begin: () => placement,
    move: (start, dx, dy) => moveWindowTo(id, resizeWindow(start, edge, dx, dy, layerSize)),
    end: onSettled,
  });
  return <div className={styles.edge} data-edge={edge} {...drag} />;
}

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

type WindowButtonsProps = Pick<WindowBarProps, 'id' | 'mode' | 'restoreLabel' | 'onClose'> & {
  readonly onToggle: () => void;
};

/** Minimise or restore, maximise or restore, and close. */
function WindowButtons({ id, mode, restoreLabel, onToggle, onClose }: WindowButtonsProps) {
  const isNormal = mode === 'normal';
  return (
    <>
      {mode === 'minimised' ? (
        <RestoreButton label={restoreLabel} onRestore={onToggle} />
      ) : (
        <IconButton icon="minimise" label={t('Minimise')} isSmall onClick={() => changeWindowMode(id, 'minimised')} />
      )}
      {(isNormal || mode === 'maximised') && (
        <IconButton
          icon={isNormal ? 'maximise' : 'restore'}
          label={isNormal ? t('Maximise') : t('Restore')}
          isSmall
          onClick={onToggle}
        />
      )}
      <IconButton icon="close" label={t('Close')} isSmall onClick={onClose} />
    </>
  );
}

function RestoreButton({ label, onRestore }: { readonly label: string | undefined; readonly onRestore: () => void }) {
  if (label === undefined) return <IconButton icon="chevronUp" label={t('Restore')} isSmall onClick={onRestore} />;
  return (
    <Button size="tiny" onClick={onRestore}>
      {label}
    </Button>
  );
}

/** The title bar: drag or arrows move, Shift with arrows resizes, a double click or Enter maximises and restores. */
function WindowBar(props: WindowBarProps) {
  const { id, mode, isMovable, restoreLabel, placement, layerSize, title, subtitle, mark, onSettled, onClose } = props;
  const hintId = useId();
  const drag = usePointerDrag({
    begin: () => (isMovable ? placement : undefined),
    move: (start, dx, dy) => moveWindowTo(id, moveWindow(start, dx, dy, layerSize)),
    end: onSettled,
  });
  const toggleMaximised = () => {
    if (mode === 'phone') return;
    changeWindowMode(id, mode === 'normal' ? 'maximised' : 'restored');
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
          {t('Arrow keys move the window, with Shift they resize it.')}
        </span>
      )}
      <WindowButtons {...{ id, mode, restoreLabel, onClose }} onToggle={toggleMaximised} />
    </div>
  );
}
