import { size } from '#/app/theme/tokens.ts';

/** At 200 % zoom the drawer leaves half of the screen to the map; the style sheets have the same value. */
export const findDrawerWidth = (screenWidth: number): number => Math.min(size.drawer, screenWidth / 2);
