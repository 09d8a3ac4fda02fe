import { useEffect, useEffectEvent } from 'react';
import { stepKeys, type PendingKey, type Shortcut } from './keyboard.ts';

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]';

function isBusyElsewhere({ target, defaultPrevented, isComposing }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || document.querySelector('[aria-modal="true"], dialog[open]')) return true;
  return target instanceof Element && target.closest(TYPING) !== null;
}

/** Calls back for each shortcut, unless the focus is in a field or a dialog is open. */
export function useShortcuts(onShortcut: (shortcut: Shortcut) => void): void {
  const act = useEffectEvent(onShortcut);
  useEffect(() => {
    let pending: PendingKey | null = null;
    const listen = (event: KeyboardEvent) => {
      if (isBusyElsewhere(event)) return;
      const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
      const step = stepKeys(pending, { key: event.key, hasModifier, atMs: event.timeStamp });
      pending = step.pending;
      if (!step.shortcut) return;
      event.preventDefault();
      act(step.shortcut);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
