import type { Placement } from './window-placement.ts';

// The open windows as a list, the topmost last; pure, so that it can be tested without a screen.

export type WindowMode = 'normal' | 'minimised' | 'maximised';

export interface OpenWindow {
  readonly id: string;
  readonly mode: WindowMode;
  /** The state to which a minimised window returns. */
  readonly modeBefore: WindowMode;
  readonly placement: Placement;
}

export type WindowStack = readonly OpenWindow[];

export function raiseWindow(stack: WindowStack, id: string): WindowStack {
  const found = stack.find((entry) => entry.id === id);
  if (!found || stack.at(-1) === found) return stack;
  return [...stack.filter((entry) => entry !== found), found];
}

export function setWindowMode(stack: WindowStack, id: string, mode: WindowMode): WindowStack {
  const changed = stack.map((entry) =>
    entry.id === id && entry.mode !== mode ? { ...entry, mode, modeBefore: entry.mode } : entry,
  );
  return mode === 'minimised' ? changed : raiseWindow(changed, id);
}

/** From minimised to the previous state; from maximised to its own size. */
export function restoreWindow(stack: WindowStack, id: string): WindowStack {
  const found = stack.find((entry) => entry.id === id);
  if (!found) return stack;
  return setWindowMode(stack, id, found.mode === 'minimised' ? found.modeBefore : 'normal');
}

export function placeWindow(stack: WindowStack, id: string, placement: Placement): WindowStack {
  return stack.map((entry) => (entry.id === id ? { ...entry, placement } : entry));
}

/** The window that Esc closes: the topmost that is not minimised. */
export function findTopWindow(stack: WindowStack): OpenWindow | undefined {
  return stack.findLast((entry) => entry.mode !== 'minimised');
}
