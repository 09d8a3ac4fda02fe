import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** Roving tab index for a list of buttons: Tab moves to one of them, the arrows to the others. */
export function moveItemFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const index = items.findIndex((item) => item === event.target);
  if (!step || index === -1) return;
  event.preventDefault();
  items[step(index, items.length - 1)]?.focus();
}
