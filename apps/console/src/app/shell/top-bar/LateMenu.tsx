import { Suspense, useState, type ButtonHTMLAttributes, type ReactElement } from 'react';

type TriggerProps = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'onClick' | 'onPointerEnter' | 'onFocus' | 'aria-haspopup' | 'aria-expanded'
>;

interface LateMenuProps {
  readonly renderTrigger: (props: TriggerProps) => ReactElement;
  /** Preloads the menu; does nothing if it is loaded. */
  readonly load: () => Promise<unknown>;
  /** The whole menu with its trigger, initially open. */
  readonly children: ReactElement;
}

/** A button whose menu loads when the user is about to open it, so that the map can load first. */
export function LateMenu({ renderTrigger, load, children }: LateMenuProps) {
  const [isWanted, setWanted] = useState(false);
  const prepare = () => void load().catch(() => undefined);
  const trigger = renderTrigger({
    onClick: () => setWanted(true),
    onPointerEnter: prepare,
    onFocus: prepare,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
  });
  return isWanted ? <Suspense fallback={trigger}>{children}</Suspense> : trigger;
}
