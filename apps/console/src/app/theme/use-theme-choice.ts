import { chooseTheme, useThemeStore } from './theme-store.ts';

/** The theme on the screen, what the user chose, and how to choose. */
export function useThemeChoice() {
  const { theme, choice } = useThemeStore();
  return {
    theme,
    choice,
    setChoice: chooseTheme,
    toggleTheme: () => chooseTheme(theme === 'dark' ? 'light' : 'dark'),
  };
}
