import { useTheme } from './theme-store.ts';
import { themes, type ThemeTokens } from './tokens.ts';

/**
 * Colours for canvas and WebGL, which cannot read CSS variables: the values behind the `--wm-*` variables. One object
 * per theme, for dependency lists; redraw when it changes.
 */
export function useCanvasTokens(): ThemeTokens {
  return themes[useTheme()];
}
