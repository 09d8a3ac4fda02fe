import { useRef, useState } from 'react';

/** As long as Mantine waits before it gives a focus back: whichever dialog comes next has taken it by then. */
const FOCUS_REST_MS = 10;

/** Around what opens dialogs: when the button or row is gone with what it stood for, the first control in here gets the focus. */
export const dialogHome = { 'data-dialog-home': true };

interface Opener {
  readonly element: Element | null;
  readonly home: Element | null;
}

function giveFocusBack({ element, home }: Opener): void {
  const target = element?.isConnected ? element : home?.querySelector('button:not(:disabled), input:not(:disabled)');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/** Dialogs that follow on each other, one at a time: the last one closed gives the focus back to where the first was opened. */
export function useDialogChain<Step>() {
  // The step outlives its dialog, which fades with its words in it.
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
    /** Closes it; the focus goes elsewhere. */
    leave: () => setShown((before) => ({ ...before, isOpen: false })),
    restoreFocus,
  };
}

export type DialogChain<Step> = ReturnType<typeof useDialogChain<Step>>;
