import type { Placement } from './window-placement.ts';

/** The last place of each kind of window, stored in the browser. */
export interface RememberedWindow extends Placement {
  readonly isMaximised: boolean;
}

const storageKey = (kind: string) => `waymark.window.${kind}`;

export function parseRememberedWindow(stored: string | null): RememberedWindow | undefined {
  if (stored === null) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const read = (name: string): unknown => Reflect.get(value, name);
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(read(name) ?? Number.NaN));
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  if (![x, y, width, height].every(Number.isFinite)) return undefined;
  return { x, y, width, height, isMaximised: read('isMaximised') === true };
}

export function recallWindow(kind: string): RememberedWindow | undefined {
  try {
    return parseRememberedWindow(localStorage.getItem(storageKey(kind)));
  } catch {
    return undefined;
  }
}

export function rememberWindow(kind: string, remembered: RememberedWindow): void {
  try {
    localStorage.setItem(storageKey(kind), JSON.stringify(remembered));
  } catch {
    // A browser that stores nothing: windows open at their default place.
  }
}
