import { useEffect, useEffectEvent } from 'react';

type EscapeHandler = () => boolean;

/** In the order of registration: the last one is on top and is called first. */
const handlers: EscapeHandler[] = [];
let isTaken = false;

/** Dialogs, menus and lists handle Escape themselves, and are gone by the time the key event has bubbled up. */
function isTakenByOverlay(event: KeyboardEvent): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  const overlays = '[role="menu"], [role="listbox"], .mantine-Popover-dropdown, [aria-haspopup][aria-expanded="true"]';
  return event.target instanceof Element && event.target.closest(overlays) !== null;
}

function look(event: KeyboardEvent): void {
  if (event.key === 'Escape') isTaken = isTakenByOverlay(event);
}

function act(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || isTaken || event.defaultPrevented) return;
  if (handlers.toReversed().some((handle) => handle())) event.preventDefault();
}

function listen(handler: EscapeHandler): () => void {
  if (handlers.length === 0) {
    window.addEventListener('keydown', look, { capture: true });
    window.addEventListener('keydown', act);
  }
  handlers.push(handler);
  return () => {
    handlers.splice(handlers.indexOf(handler), 1);
    if (handlers.length > 0) return;
    window.removeEventListener('keydown', look, { capture: true });
    window.removeEventListener('keydown', act);
  };
}

/**
 * Calls back on Escape unless a handler above has handled it; `onEscape` returns whether it handled the key, and then
 * no other handler is called.
 */
export function useEscapeKey(onEscape: EscapeHandler): void {
  const handle = useEffectEvent(onEscape);
  useEffect(() => listen(() => handle()), []);
}
