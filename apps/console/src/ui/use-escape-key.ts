import { useEffect, useEffectEvent } from 'react';

/** Dialogs, menus and lists take Esc for themselves, and are gone by the time the key has bubbled up. */
function isTakenByOverlay(event: KeyboardEvent): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  const overlays = '[role="menu"], [role="listbox"], .mantine-Popover-dropdown, [aria-haspopup][aria-expanded="true"]';
  return event.target instanceof Element && event.target.closest(overlays) !== null;
}

/** Calls back on Esc unless something above takes it; `onEscape` says whether it took it, and then nobody else does. */
export function useEscapeKey(onEscape: () => boolean): void {
  const handle = useEffectEvent(onEscape);
  useEffect(() => {
    let isTaken = false;
    const look = (event: KeyboardEvent) => {
      if (event.key === 'Escape') isTaken = isTakenByOverlay(event);
    };
    const act = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isTaken || event.defaultPrevented) return;
      if (handle()) event.preventDefault();
    };
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', act);
    return () => {
      window.removeEventListener('keydown', look, { capture: true });
      window.removeEventListener('keydown', act);
    };
  }, []);
}
