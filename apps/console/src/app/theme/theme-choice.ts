import type { ThemeName } from './tokens.ts';

/** The user's choice; `system` follows the operating system. */
export type ThemeChoice = ThemeName | 'system';

/** Contains `dark` or `light`; absent means system. index.html reads the same key before the first paint. */
export const themeStorageKey = 'waymark.theme';

export function parseThemeChoice(stored: string | null): ThemeChoice {
  return stored === 'dark' || stored === 'light' ? stored : 'system';
}

/** Dark if neither the user nor the system has a preference. */
export function resolveTheme(choice: ThemeChoice, prefersLight: boolean): ThemeName {
  if (choice !== 'system') return choice;
  return prefersLight ? 'light' : 'dark';
}
