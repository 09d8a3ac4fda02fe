import { useEffect, useEffectEvent } from 'react';
import { findTopWindow } from '#/ui/window/window-stack.ts';
import { useWindowStore } from '#/ui/window/window-store.ts';
import { readChartKey, type ChartKey } from './chart-keys.ts';

const TYPING =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]';
const CHOOSING = 'input[type="radio"]';

/** Keys work in the topmost window, unless a dialog is open or another control has the focus. */
function isMeant(
  { target, defaultPrevented, key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent,
  id: string,
): boolean {
  if (defaultPrevented || ctrlKey || altKey || metaKey || shiftKey || document.querySelector('[aria-modal="true"]'))
    return false;
  if (findTopWindow(useWindowStore.getState().stack)?.id !== id || !(target instanceof Element)) return false;
  if (target.closest(TYPING) || (target.matches(CHOOSING) && key.startsWith('Arrow'))) return false;
  if (target === document.body) return true;
  const dialog = target.closest('[role="dialog"]');
  return dialog !== null && dialog.querySelector(`[data-chart="${id}"]`) !== null;
}

/** Calls back for each key with an action in this window. */
export function useChartKeys(id: string, onKey: (key: ChartKey) => void): void {
  const act = useEffectEvent(onKey);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const found = readChartKey(event.key);
      if (!found || !isMeant(event, id)) return;
      event.preventDefault();
      act(found);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [id]);
}
