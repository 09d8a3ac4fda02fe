import { useEffect, useEffectEvent } from 'react';

type EscapeHandler = () => boolean;

/** Dialogs, menus and lists handle Escape themselves, and are gone by the time the key event has bubbled up. */
function isTakenByOverlay(event: KeyboardEvent): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  const overlays = '[role="menu"], [role="listbox"], .mantine-Popover-dropdown, [aria-haspopup][aria-expanded="true"]';
  return event.target instanceof Element && event.target.closest(overlays) !== null;
}

class EscapeKey {
  /** In the order of registration: the last one is on top and is called first. */
  readonly #handlers: EscapeHandler[] = [];
  #isTaken = false;

  readonly #look = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#isTaken = isTakenByOverlay(event);
  };

  readonly #act = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.#isTaken || event.defaultPrevented) return;
    if (this.#handlers.toReversed().some((handle) => handle())) event.preventDefault();
  };

  listen(handler: EscapeHandler): () => void {
    if (this.#handlers.length === 0) {
      window.addEventListener('keydown', this.#look, { capture: true });
      window.addEventListener('keydown', this.#act);
    }
    this.#handlers.push(handler);
    return () => {
      this.#handlers.splice(this.#handlers.indexOf(handler), 1);
      if (this.#handlers.length > 0) return;
      window.removeEventListener('keydown', this.#look, { capture: true });
      window.removeEventListener('keydown', this.#act);
    };
  }
}

const escapeKey = new EscapeKey();

/**
 * Calls back on Escape unless a handler above has handled it; `onEscape` returns whether it handled the key, and then
 * no other handler is called.
 */
export function useEscapeKey(onEscape: EscapeHandler): void {
  const handle = useEffectEvent(onEscape);
  useEffect(() => escapeKey.listen(() => handle()), []);
}
