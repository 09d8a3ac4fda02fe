import { useEffectEvent, useLayoutEffect } from 'react';

interface OpenDialog {
  readonly isInFront: boolean;
  readonly escape: () => void;
}

/** In the order in which they have opened. */
const open: OpenDialog[] = [];

/** A menu or a list of the library is open in the dialog: the key is for it. */
const isOfMenu = ({ target }: Event): boolean =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';

/** Escape closes the dialog on top alone: neither those below it nor a question that it opens. */
function press(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || isOfMenu(event)) return;
  const top = open.findLast(({ isInFront }) => isInFront) ?? open.at(-1);
  event.preventDefault();
  top?.escape();
}

/** Calls back on Escape while the dialog is open and no other one is above it. */
export function useDialogEscape(
  { isOpen, isInFront }: { readonly isOpen: boolean; readonly isInFront: boolean },
  onEscape: () => void,
): void {
  const escape = useEffectEvent(onEscape);
  // At the commit: in an ordinary effect a key that is pressed at once would find no dialog.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const dialog = { isInFront, escape: () => escape() };
    if (open.length === 0) window.addEventListener('keydown', press, { capture: true });
    open.push(dialog);
    return () => {
      open.splice(open.indexOf(dialog), 1);
      if (open.length === 0) window.removeEventListener('keydown', press, { capture: true });
    };
  }, [isOpen, isInFront]);
}
