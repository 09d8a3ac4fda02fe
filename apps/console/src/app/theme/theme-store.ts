import { create } from 'zustand';
import type { ThemeName } from './tokens.ts';

/** The user's choice; `system` follows the operating system. */
type ThemeChoice = ThemeName | 'system';

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

interface ThemeStore {
  readonly choice: ThemeChoice;
  /** The present theme. */
  readonly theme: ThemeName;
}

export const useThemeStore = create<ThemeStore>()(() => ({ choice: 'system', theme: 'dark' }));

function readStored(): string | null {
  try {
    return localStorage.getItem(themeStorageKey);
  } catch {
    return null;
  }
}

function writeStored(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(themeStorageKey);
    else localStorage.setItem(themeStorageKey, choice);
  } catch {
    // The browser stores nothing: the choice lasts until the page is left.
  }
}

/** Shows a theme without storing the choice. */
export function showTheme(choice: ThemeChoice): void {
  const theme = resolveTheme(choice, matchMedia('(prefers-color-scheme: light)').matches);
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  root.dataset['mantineColorScheme'] = theme;
  // The frame of the installed console has the colour of its top bar.
  const bar = getComputedStyle(root).getPropertyValue('--wm-surface-panel');
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', bar);
  useThemeStore.setState({ choice, theme });
}

/** Applies the stored choice, and then follows the system and the other tabs. */
export function followTheme(): void {
  const showStored = () => showTheme(parseThemeChoice(readStored()));
  showStored();
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', () =>
    showTheme(useThemeStore.getState().choice),
  );
  window.addEventListener('storage', ({ key }) => {
    if (key === themeStorageKey || key === null) showStored();
  });
}

export function chooseTheme(choice: ThemeChoice): void {
  writeStored(choice);
  showTheme(choice);
}

/** The present theme. */
export function useTheme(): ThemeName {
  return useThemeStore((store) => store.theme);
}
