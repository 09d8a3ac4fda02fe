import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { themeStorageKey, chooseTheme, followTheme, showTheme, useThemeStore } from './theme-store.ts';

const shown = () => document.documentElement.dataset['theme'];

/** The preference of the operating system, which the test changes. */
let system: EventTarget & { matches: boolean };

function setSystem(prefersLight: boolean): void {
  system.matches = prefersLight;
  system.dispatchEvent(new Event('change'));
}

/** Another tab writes to the storage of both. */
function chooseElsewhere(theme: string | null, key: string | null = themeStorageKey): void {
  if (theme === null) localStorage.removeItem(themeStorageKey);
  else localStorage.setItem(themeStorageKey, theme);
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

beforeEach(() => {
  system = Object.assign(new EventTarget(), { matches: false });
  vi.spyOn(window, 'matchMedia').mockReturnValue(system as unknown as MediaQueryList);
});

afterEach(() => void vi.restoreAllMocks());

it('a theme applies to the own style sheets and to those of the widgets', () => {
  chooseTheme('light');
  expect(document.documentElement.dataset).toMatchObject({ theme: 'light', mantineColorScheme: 'light' });
  expect(useThemeStore.getState()).toEqual({ choice: 'light', theme: 'light' });
});

it('a theme colours the frame of the installed console like its top bar', () => {
  const bar = document.createElement('meta');
  bar.name = 'theme-color';
  document.head.append(bar);
  chooseTheme('dark');
  const dark = bar.content;
  chooseTheme('light');
  expect(dark).toMatch(/^#/);
  expect(bar.content).toMatch(/^#/);
  expect(bar.content).not.toBe(dark);
  bar.remove();
});

it('the choice of the system is not stored, so that it follows the system on the next visit', () => {
  chooseTheme('light');
  expect(localStorage.getItem(themeStorageKey)).toBe('light');
  chooseTheme('system');
  expect(localStorage.getItem(themeStorageKey)).toBeNull();
  expect(shown()).toBe('dark');
});

it('showTheme stores nothing', () => {
  showTheme('light');
  expect(shown()).toBe('light');
  expect(localStorage.getItem(themeStorageKey)).toBe('dark');
});

it('the theme follows the system only while the user has chosen none', () => {
  followTheme();
  chooseTheme('system');
  setSystem(true);
  expect(shown()).toBe('light');
  setSystem(false);
  expect(shown()).toBe('dark');
  chooseTheme('dark');
  setSystem(true);
  expect(shown()).toBe('dark');
});

it('the theme follows the choice in another tab, also when that tab clears its storage', () => {
  followTheme();
  chooseElsewhere('light');
  expect(shown()).toBe('light');
  chooseElsewhere('dark', 'waymark.other');
  expect(shown()).toBe('light');
  chooseElsewhere(null, null);
  expect(useThemeStore.getState().choice).toBe('system');
});

it('the choice lasts until the page is left if the browser stores nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => chooseTheme('light')).not.toThrow();
  expect(shown()).toBe('light');
});

it('the theme is that of the system if the browser refuses to read the storage', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  setSystem(true);
  followTheme();
  expect(shown()).toBe('light');
});
