import type { CSSVariablesResolver } from '@mantine/core';

/** Maps Mantine's own variables to the console's, so that its components need no colours of their own. */
export const mantineVariables: Readonly<Record<`--mantine-${string}`, `var(--wm-${string})`>> = {
  '--mantine-color-body': 'var(--wm-surface-app)',
  '--mantine-color-text': 'var(--wm-text-primary)',
  '--mantine-color-bright': 'var(--wm-text-primary)',
  '--mantine-color-dimmed': 'var(--wm-text-muted)',
  '--mantine-color-placeholder': 'var(--wm-text-muted)',
  '--mantine-color-anchor': 'var(--wm-text-link)',
  '--mantine-color-error': 'var(--wm-status-alarm-text)',
  '--mantine-color-success': 'var(--wm-status-online-text)',
  '--mantine-color-default': 'var(--wm-surface-raised)',
  '--mantine-color-default-hover': 'var(--wm-surface-hover)',
  '--mantine-color-default-color': 'var(--wm-text-primary)',
  '--mantine-color-default-border': 'var(--wm-border-default)',
  '--mantine-color-disabled': 'var(--wm-surface-hover)',
  '--mantine-color-disabled-color': 'var(--wm-text-muted)',
  '--mantine-color-disabled-border': 'var(--wm-border-subtle)',
  '--mantine-primary-color-filled': 'var(--wm-accent-fill)',
  '--mantine-primary-color-filled-hover': 'var(--wm-accent-fill-hover)',
  '--mantine-primary-color-light': 'var(--wm-accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--wm-accent-soft)',
  '--mantine-primary-color-light-color': 'var(--wm-text-link)',
  '--mantine-primary-color-contrast': 'var(--wm-text-on-accent)',
  '--mantine-color-red-filled': 'var(--wm-danger-fill)',
  '--mantine-color-red-filled-hover': 'var(--wm-danger-fill-hover)',
};

// Under both schemes, because Mantine sets its own there.
export const resolveMantineVariables: CSSVariablesResolver = () => ({
  variables: {},
  dark: mantineVariables,
  light: mantineVariables,
});
