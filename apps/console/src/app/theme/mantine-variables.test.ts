import { describe, expect, it } from 'vitest';
import { flattenTokens } from './css-variables.ts';
import { mantineVariables } from './mantine-variables.ts';
import { themes, type ThemeName } from './tokens.ts';

describe("Mantine's variables", () => {
  it.each<ThemeName>(['dark', 'light'])('point at variables that the %s theme has', (theme) => {
    const known = flattenTokens(themes[theme]);
    const unknown = Object.values(mantineVariables).filter((value) => !(value.slice(4, -1) in known));
    expect(unknown).toEqual([]);
  });
});
