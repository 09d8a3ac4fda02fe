import { Suspense, useState, type ButtonHTMLAttributes, type ReactElement } from 'react';

type TriggerProps = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'onClick' | 'onPointerEnter' | 'onFocus' | 'aria-haspopup' | 'aria-expanded'
>;

interface LateMenuProps {
  readonly renderTrigger: (props: TriggerProps) => ReactElement;
  /** Begins to fetch the menu; harmless when it is there. */
  readonly load: () => Promise<unknown>;
  /** The whole menu with its trigger, open from the start. */
  readonly children: ReactElement;
}

/** A button whose menu comes when somebody is about to open it: the map has the line for itself. */
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
