import { useTheme } from './theme-store.ts';
import { themes, type ThemeTokens } from './tokens.ts';

/**
 * Colours for canvas and WebGL, which cannot read CSS variables: the same values that the `--wm-*` variables are
 * made from. One object per theme, so it can stand in a dependency list; rebuild what was drawn when it changes.
 */
export function useCanvasTokens(): ThemeTokens {
  return themes[useTheme()];
}
