import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './FloatingWindow.module.css';
import { WindowBar } from './WindowBar.tsx';
import { WindowEdges } from './WindowEdges.tsx';
import { useEscapeKey } from './use-escape-key.ts';
import { useReturnedFocus } from './use-returned-focus.ts';
import type { Placement, Size } from './window-placement.ts';
import { findTopWindow } from './window-stack.ts';
import { bringWindowToTop, closeWindow, openWindow, rememberWindowOf, useOpenWindow, useWindowStore } from './window-store.ts';

interface FloatingWindowProps {
  /** One window per id: "stream-10488". */
  readonly id: string;
  /** Windows of one kind share the remembered place: "stream". */
  readonly kind: string;
  readonly title: string;
  readonly subtitle?: string | undefined;
  /** A mark before the title, e.g. a device's icon. */
  readonly mark?: ReactNode;
  readonly initialSize: Size;
  readonly onClose: () => void;
  /** Stays mounted while the window is minimised. */
  readonly children: ReactNode;
}

/** A window over the map: moved, resized, minimised, maximised, by pointer or keyboard; open as long as it is rendered. */
export function FloatingWindow(props: FloatingWindowProps) {
  const { id, kind, title, subtitle, initialSize, onClose } = props;
  const { layer, layerSize, entry, order, dockIndex, isPhone, shown } = useOpenWindow(id);
  const root = useRef<HTMLElement>(null);
  const { width, height } = initialSize;
  const isReady = layer !== undefined;

  useEffect(() => {
    if (!isReady) return undefined;
    openWindow(id, kind, { width, height });
    return () => closeWindow(id);
  }, [isReady, id, kind, width, height]);

  useEscapeKey(() => {
    if (findTopWindow(useWindowStore.getState().stack)?.id !== id) return false;
    onClose();
    return true;
  });

  useReturnedFocus(root, entry !== undefined);

  if (!layer || !entry || !shown) return null;
  const mode = entry.mode === 'minimised' ? 'minimised' : isPhone ? 'phone' : entry.mode;
  const remember = () => rememberWindowOf(id, kind);
  return createPortal(
    <section
      ref={root}
      className={styles.window}
      style={toStyle(mode === 'normal' ? shown : undefined, order, dockIndex)}
      data-mode={mode}
      role="dialog"
      aria-label={subtitle === undefined ? title : `${title}, ${subtitle}`}
      tabIndex={-1}
      onPointerDownCapture={() => bringWindowToTop(id)}
      onFocusCapture={() => bringWindowToTop(id)}
    >
      <WindowBar
        id={id}
        mode={mode}
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
      {mode === 'normal' && <WindowEdges id={id} placement={shown} layerSize={layerSize} onSettled={remember} />}
    </section>,
    layer,
  );
}

function toStyle(placement: Placement | undefined, order: number, dockIndex: number): CSSProperties {
  const box = placement && { left: placement.x, top: placement.y, width: placement.width, height: placement.height };
  return { ...box, zIndex: order + 1, '--dock-index': dockIndex } as CSSProperties;
}
