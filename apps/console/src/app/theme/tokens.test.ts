import { describe, expect, it } from 'vitest';
import { themes, type ThemeName } from './tokens.ts';

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The names of the colour pairs with insufficient contrast, for the failure message. */
function findFaint(front: Readonly<Record<string, string>>, grounds: Readonly<Record<string, string>>, least: number) {
  return Object.entries(front).flatMap(([name, colour]) =>
    Object.entries(grounds)
      .filter(([, ground]) => contrast(colour, ground) < least)
      .map(([ground]) => `${name} on ${ground}`),
  );
}

describe.each<ThemeName>(['dark', 'light'])('the %s theme', (name) => {
  const theme = themes[name];
  const { void: _void, ...surfaces } = theme.surface;
  const grounds = { ...surfaces, selected: theme.accent.soft };
  const { onAccent, ...texts } = theme.text;
  const statuses = Object.entries(theme.status);

  it('a theme has readable text on every surface (WCAG AA, 4.5 : 1)', () => {
    expect(findFaint(texts, grounds, 4.5)).toEqual([]);
  });

  it('a theme has readable status words on every surface', () => {
    expect(findFaint(Object.fromEntries(statuses.map(([key, { text }]) => [key, text])), grounds, 4.5)).toEqual([]);
  });

  it('a theme has visible status marks and control borders on every surface (3 : 1)', () => {
    const marks = Object.fromEntries(statuses.map(([key, { graphic }]) => [key, graphic]));
    expect(findFaint({ ...marks, control: theme.border.control, focus: theme.accent.focus }, surfaces, 3)).toEqual([]);
  });

  it('a theme has readable words on its buttons', () => {
    expect(
      findFaint(
        { onAccent },
        { accent: theme.accent.fill, hover: theme.accent.fillHover, danger: theme.danger.fill },
        4.5,
      ),
    ).toEqual([]);
  });
});
