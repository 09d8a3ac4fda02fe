import { describe, expect, it } from 'vitest';
import { flattenTokens } from './css-variables.ts';
import { mantineVariables } from './mantine-variables.ts';
import { themes, type ThemeName } from './tokens.ts';

describe("Mantine's variables", () => {
  it.each<ThemeName>(['dark', 'light'])("Mantine's variables refer to variables of the %s theme", (theme) => {
    const known = flattenTokens(themes[theme]);
    const unknown = Object.values(mantineVariables).filter((value) => !(value.slice(4, -1) in known));
    expect(unknown).toEqual([]);
  });
});
