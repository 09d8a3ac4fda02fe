import { chooseTheme, useThemeStore } from './theme-store.ts';

/** The present theme, the user's choice, and a function to change it. */
export function useThemeChoice() {
  const { theme, choice } = useThemeStore();
  return {
    theme,
    choice,
    setChoice: chooseTheme,
    toggleTheme: () => chooseTheme(theme === 'dark' ? 'light' : 'dark'),
  };
}
