import { ease, font, icon, motion, radius, size, space, themes, type, zIndex } from './tokens.ts';

// The `--wm-*` variables as one style sheet. The build writes it (vite.config.ts), so that it is available before any
// script and the login screen needs no library.

export type CssVariables = Record<`--${string}`, string>;
type TokenTree = Readonly<{ [name: string]: string | TokenTree }>;
type NumberTree = Readonly<{ [name: string]: number | NumberTree }>;

/** `fillHover` under `--wm-accent` becomes `--wm-accent-fill-hover`. */
export function flattenTokens(tree: TokenTree, prefix: `--${string}` = '--wm'): CssVariables {
  const variables: CssVariables = {};
  for (const [name, value] of Object.entries(tree)) {
    const variable = `${prefix}-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` as const;
    if (typeof value === 'string') variables[variable] = value;
    else Object.assign(variables, flattenTokens(value, variable));
  }
  return variables;
}

function mapNumbers(tree: NumberTree, format: (value: number) => string): TokenTree {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      typeof value === 'number' ? format(value) : mapNumbers(value, format),
    ]),
  );
}

/** Text sizes follow the user's own font size. */
export function toRem(px: number): string {
  return `${px / 16}rem`;
}

const toPx = (value: number) => `${value}px`;

function listTypeVariables(): CssVariables {
  const variables: CssVariables = {};
  for (const [name, style] of Object.entries(type)) {
    variables[`--wm-type-${name}-size`] = toRem(style.size);
    variables[`--wm-type-${name}-line`] = toRem(style.line);
    variables[`--wm-type-${name}-weight`] = String(style.weight);
    if ('tracking' in style) variables[`--wm-type-${name}-tracking`] = `${style.tracking}em`;
  }
  return variables;
}

/** The variables that both themes share. */
export function listSharedVariables(): CssVariables {
  const measures = flattenTokens({
    font,
    ease,
    icon,
    space: mapNumbers(space, toPx),
    radius: mapNumbers(radius, toPx),
    size: mapNumbers(size, toPx),
    motion: mapNumbers(motion, (ms) => `${ms}ms`),
    z: mapNumbers(zIndex, String),
  });
  return { ...measures, ...listTypeVariables() };
}

const toRule = (selector: string, variables: Readonly<Record<string, string>>) =>
  `${selector}{${Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

export function renderTokenSheet(): string {
  const schemes = Object.entries(themes).map(([name, tokens]) =>
    toRule(`[data-theme=${name}]`, { 'color-scheme': name, ...flattenTokens(tokens) }),
  );
  return [toRule(':root', listSharedVariables()), ...schemes].join('\n');
}
