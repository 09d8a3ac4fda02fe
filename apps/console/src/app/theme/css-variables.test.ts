import { describe, expect, it } from 'vitest';
import { flattenTokens, listSharedVariables, renderTokenSheet, toRem } from './css-variables.ts';
import { themes } from './tokens.ts';

const dark = flattenTokens(themes.dark);
const light = flattenTokens(themes.light);

describe('the CSS variables', () => {
  it('variables are named by group and name in kebab case', () => {
    expect(
      flattenTokens({ accent: { fillHover: 'blue' }, status: { online: { text: 'green' } }, scrim: 'black' }),
    ).toEqual({
      '--wm-accent-fill-hover': 'blue',
      '--wm-status-online-text': 'green',
      '--wm-scrim': 'black',
    });
  });

  it.each([
    ['--wm-surface-app', '#0b0f15', '#eef0f3'],
    ['--wm-text-on-accent', '#ffffff', '#ffffff'],
    ['--wm-accent-fill-hover', '#0062c0', '#0062c0'],
    ['--wm-status-alarm-graphic', '#f7203e', '#cc001e'],
    ['--wm-run-auto-link', '#5addeb2e', '#006e8c2e'],
    ['--wm-plot-weld-threshold', '#e7d17a', '#766200'],
  ] as const)('%s is %s in the dark and %s in the light', (name, inDark, inLight) => {
    expect(dark[name]).toBe(inDark);
    expect(light[name]).toBe(inLight);
  });

  it('both themes define the same variables', () => {
    expect(Object.keys(light)).toEqual(Object.keys(dark));
  });

  it("measures are defined once for both themes, text sizes in rem to follow the user's font size", () => {
    expect(listSharedVariables()).toMatchObject({
      '--wm-size-top-bar': '48px',
      '--wm-size-control-default': '30px',
      '--wm-space-6': '16px',
      '--wm-motion-fast': '120ms',
      '--wm-z-toast': '300',
      '--wm-type-body-size': toRem(12.5),
    });
  });

  it('the style sheet has the shared variables, then each theme under its attribute', () => {
    const sheet = renderTokenSheet();
    expect(sheet).toMatch(/^:root\{--wm-font-sans:/);
    expect(sheet).toContain('[data-theme=dark]{color-scheme:dark;--wm-scrim:');
    expect(sheet).toContain('[data-theme=light]{color-scheme:light;--wm-scrim:');
    expect(sheet).toContain('--wm-surface-panel:#12161c;');
  });
});
