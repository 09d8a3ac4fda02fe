import { Suspense, useEffect, useState, type ButtonHTMLAttributes, type ReactElement } from 'react';

type TriggerProps = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'onClick' | 'onPointerEnter' | 'onFocus' | 'aria-haspopup' | 'aria-expanded'
>;

interface LateMenuProps {
  readonly popup?: 'menu' | 'dialog';
  readonly renderTrigger: (props: TriggerProps) => ReactElement;
  /** Preloads the menu; does nothing if it is loaded. */
  readonly load: () => Promise<unknown>;
  /** The whole menu with its trigger, which opens it by `useLateOpen`. */
  readonly children: ReactElement;
}

/** A button whose menu loads when the user is about to open it, so that the map can load first. */
export function LateMenu({ popup = 'menu', renderTrigger, load, children }: LateMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const prepare = () => void load().catch(() => undefined);
  const trigger = renderTrigger({
    onClick: () => setWanted(true),
    onPointerEnter: prepare,
    onFocus: prepare,
    'aria-haspopup': popup,
    'aria-expanded': false,
  });
  return isWanted ? <Suspense fallback={trigger}>{children}</Suspense> : trigger;
}

/**
 * Opens a menu just after its trigger is focused: Mantine returns the focus only to an element that had it before the
 * opening.
 */
export function useLateOpen() {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return { opened, onChange: setOpened };
}
