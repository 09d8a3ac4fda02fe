import type { ThemeName } from './tokens.ts';

/** What the user chose; `system` follows the machine. */
export type ThemeChoice = ThemeName | 'system';

/** Holds `dark` or `light`; nothing means system. index.html reads the same key before the first paint. */
export const themeStorageKey = 'waymark.theme';

export function parseThemeChoice(stored: string | null): ThemeChoice {
  return stored === 'dark' || stored === 'light' ? stored : 'system';
}

/** Dark where neither the user nor the system says anything. */
export function resolveTheme(choice: ThemeChoice, prefersLight: boolean): ThemeName {
  if (choice !== 'system') return choice;
  return prefersLight ? 'light' : 'dark';
}
