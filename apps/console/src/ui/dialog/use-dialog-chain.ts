import { useRef, useState } from 'react';

/** Mantine's delay before it returns a focus: by then the next dialog has taken it. */
const FOCUS_REST_MS = 10;

/**
 * Container of the elements that open dialogs: if such a button or row is removed, its first control gets the focus.
 */
export const dialogHome = { 'data-dialog-home': true };

interface Opener {
  readonly element: Element | null;
  readonly home: Element | null;
}

function giveFocusBack({ element, home }: Opener): void {
  const target = element?.isConnected ? element : home?.querySelector('button:not(:disabled), input:not(:disabled)');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/**
 * A sequence of dialogs, one at a time: closing the last one returns the focus to the element that opened the first.
 */
export function useDialogChain<Step>() {
  // The step outlives its dialog, which fades out with its content.
  const [shown, setShown] = useState<{ readonly step: Step | null; readonly isOpen: boolean; readonly turn: number }>({
    step: null,
    isOpen: false,
    turn: 0,
  });
  const opener = useRef<Opener>({ element: null, home: null });
  const follow = (step: Step) => setShown(({ turn }) => ({ step, isOpen: true, turn: turn + 1 }));
  const restoreFocus = () => {
    const held = document.activeElement;
    setTimeout(() => {
      const now = document.activeElement;
      if (now === null || now === document.body || now === held) giveFocusBack(opener.current);
    }, FOCUS_REST_MS);
  };
  return {
    ...shown,
    open: (step: Step) => {
      const element = document.activeElement;
      opener.current = { element, home: element?.closest('[data-dialog-home]') ?? null };
      follow(step);
    },
    follow,
    close: () => {
      setShown((before) => ({ ...before, isOpen: false }));
      restoreFocus();
    },
    /** Closes it without returning the focus. */
    leave: () => setShown((before) => ({ ...before, isOpen: false })),
    restoreFocus,
  };
}

export type DialogChain<Step> = ReturnType<typeof useDialogChain<Step>>;
