import { describe, expect, it } from 'vitest';
import { parseThemeChoice, resolveTheme } from './theme-store.ts';

describe('the theme', () => {
  it.each(['dark', 'light'] as const)("the theme %s is stored as the user's choice", (stored) => {
    expect(parseThemeChoice(stored)).toBe(stored);
  });

  it.each([null, '', 'auto', 'system', 'Dark'])("the stored theme %j means the system's theme", (stored) => {
    expect(parseThemeChoice(stored)).toBe('system');
  });

  it.each([
    ['dark', true, 'dark'],
    ['light', false, 'light'],
    ['system', true, 'light'],
    ['system', false, 'dark'],
  ] as const)('the theme with choice %s, and a system that prefers light: %s, is %s', (choice, prefersLight, theme) => {
    expect(resolveTheme(choice, prefersLight)).toBe(theme);
  });
});
