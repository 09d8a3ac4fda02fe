import { describe, expect, it } from 'vitest';
import { parseThemeChoice, resolveTheme } from './theme-choice.ts';

describe('the theme', () => {
  it.each(['dark', 'light'] as const)('%s is kept as what the user chose', (stored) => {
    expect(parseThemeChoice(stored)).toBe(stored);
  });

  it.each([null, '', 'auto', 'system', 'Dark'])('kept as %j means: as the system says', (stored) => {
    expect(parseThemeChoice(stored)).toBe('system');
  });

  it.each([
    ['dark', true, 'dark'],
    ['light', false, 'light'],
    ['system', true, 'light'],
    ['system', false, 'dark'],
  ] as const)('chosen %s, with a system that prefers light: %s, is %s', (choice, prefersLight, theme) => {
    expect(resolveTheme(choice, prefersLight)).toBe(theme);
  });
});
