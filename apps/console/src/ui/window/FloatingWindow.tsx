import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './FloatingWindow.module.css';
import { WindowBar } from './WindowBar.tsx';
import { WindowEdges } from './WindowEdges.tsx';
import { useEscapeKey } from '../dialog/use-escape-key.ts';
import { useReturnedFocus } from '../dialog/use-returned-focus.ts';
import { findFixedSize, type FixedSizes, type Placement, type Size } from './window-placement.ts';
import { findTopWindow } from './window-stack.ts';
import {
  bringWindowToTop,
  closeWindow,
  openWindow,
  rememberWindowOf,
  useOpenWindow,
  useWindowStore,
} from './window-store.ts';

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
      <div className={styles.body} hidden={mode === 'minimised'}>
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
