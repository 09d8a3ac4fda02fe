// The allowed height of a drawer at the bottom of the screen, in px. The screen excludes top bar and strips.

export const DEFAULT_DRAWER_HEIGHT = 236;
export const MIN_DRAWER_HEIGHT = 120;
const MAX_SHARE = 0.5;
const KEY_STEP = 24;

export function findMaxDrawerHeight(screenHeight: number): number {
  return Math.max(MIN_DRAWER_HEIGHT, Math.round(screenHeight * MAX_SHARE));
}

export function limitDrawerHeight(height: number, screenHeight: number): number {
  return Math.round(Math.min(Math.max(height, MIN_DRAWER_HEIGHT), findMaxDrawerHeight(screenHeight)));
}

/** The new height after a key press; undefined for other keys. */
export function stepDrawerHeight(key: string, height: number, screenHeight: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return limitDrawerHeight(height + KEY_STEP, screenHeight);
    case 'ArrowDown':
      return limitDrawerHeight(height - KEY_STEP, screenHeight);
    case 'Home':
      return MIN_DRAWER_HEIGHT;
    case 'End':
      return findMaxDrawerHeight(screenHeight);
    default:
      return undefined;
  }
}
