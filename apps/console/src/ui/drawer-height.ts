// How high a drawer at the bottom of the screen may be, in px; the style sheet caps it too when the window shrinks.

export const DEFAULT_DRAWER_HEIGHT = 236;
export const MIN_DRAWER_HEIGHT = 120;
const MAX_SHARE = 0.5;
const KEY_STEP = 24;

export function findMaxDrawerHeight(windowHeight: number): number {
  return Math.max(MIN_DRAWER_HEIGHT, Math.round(windowHeight * MAX_SHARE));
}

export function limitDrawerHeight(height: number, windowHeight: number): number {
  return Math.round(Math.min(Math.max(height, MIN_DRAWER_HEIGHT), findMaxDrawerHeight(windowHeight)));
}

/** What a key makes of the height; nothing for other keys. */
export function stepDrawerHeight(key: string, height: number, windowHeight: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return limitDrawerHeight(height + KEY_STEP, windowHeight);
    case 'ArrowDown':
      return limitDrawerHeight(height - KEY_STEP, windowHeight);
    case 'Home':
      return MIN_DRAWER_HEIGHT;
    case 'End':
      return findMaxDrawerHeight(windowHeight);
    default:
      return undefined;
  }
}
