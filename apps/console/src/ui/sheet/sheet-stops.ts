/** The stops of a bottom sheet: its header only, about half of the screen, all of it under the top bar. */
export type SheetStop = 'peek' | 'half' | 'full';

export const sheetStops: readonly SheetStop[] = ['peek', 'half', 'full'];

const peekHeight = 88;
const halfShare = 0.48;
const topBarHeight = 48;

/** In px; the style sheet defines the same values for a sheet at rest. */
export function sheetHeight(stop: SheetStop, screenHeight: number): number {
  switch (stop) {
    case 'peek':
      return peekHeight;
    case 'half':
      return Math.round(screenHeight * halfShare);
    case 'full':
      return screenHeight - topBarHeight;
  }
}

/** The next stop up (1) or down (-1), the same at either end. */
export function stepStop(stop: SheetStop, by: 1 | -1): SheetStop {
  return sheetStops[sheetStops.indexOf(stop) + by] ?? stop;
}

/** A drag of this many px changes the stop, even if the old one is still the nearest. */
const meantPull = 40;

/** The stop at which the sheet rests when it is released at this height. */
export function settleStop(from: SheetStop, height: number, screenHeight: number): SheetStop {
  const distance = (stop: SheetStop) => Math.abs(sheetHeight(stop, screenHeight) - height);
  const nearest = sheetStops.reduce((best, stop) => (distance(stop) < distance(best) ? stop : best), from);
  const pull = height - sheetHeight(from, screenHeight);
  if (nearest !== from || Math.abs(pull) < meantPull) return nearest;
  return stepStop(from, pull > 0 ? 1 : -1);
}

/** Limits the height to its header and the top bar. */
export function limitSheetHeight(height: number, screenHeight: number): number {
  return Math.min(Math.max(height, peekHeight), sheetHeight('full', screenHeight));
}
