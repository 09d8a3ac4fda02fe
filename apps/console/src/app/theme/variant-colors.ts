import { defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core';

const clear = 'transparent';
const noBorder = '1px solid transparent';

const quiet = {
  background: clear,
  hover: 'var(--wm-surface-hover)',
  color: 'var(--wm-text-secondary)',
  hoverColor: 'var(--wm-text-primary)',
  border: noBorder,
};

/**
 * Buttons in the semantic colours: filled, default, quiet (`subtle`), `light` and `outline`; `color="red"` for
 * destructive actions.
 */
export const resolveVariantColors: VariantColorsResolver = (input) => {
  const isDanger = input.color === 'red';
  const isAccent = input.color === undefined || input.color === input.theme.primaryColor;
  if (input.variant === 'default') {
    return {
      background: 'var(--wm-surface-raised)',
      hover: 'var(--wm-surface-hover)',
      color: 'var(--wm-text-primary)',
      border: '1px solid var(--wm-border-default)',
    };
  }
  if (!isDanger && !isAccent) return defaultVariantColorsResolver(input);
  const group = isDanger ? 'danger' : 'accent';
  const text = isDanger ? 'var(--wm-status-alarm-text)' : 'var(--wm-text-link)';
  switch (input.variant) {
    case 'filled':
      return {
        background: `var(--wm-${group}-fill)`,
        hover: `var(--wm-${group}-fill-hover)`,
        color: 'var(--wm-text-on-accent)',
        border: noBorder,
      };
    case 'subtle':
      return isDanger ? { ...quiet, color: text, hoverColor: text } : quiet;
    case 'light':
      return { ...quiet, background: isDanger ? clear : 'var(--wm-accent-soft)', color: text, hoverColor: text };
    case 'outline':
      return { ...quiet, color: text, hoverColor: text, border: '1px solid currentColor' };
    default:
      return defaultVariantColorsResolver(input);
  }
};
