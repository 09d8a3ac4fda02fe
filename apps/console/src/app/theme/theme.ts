import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import { t } from '#/language/t.ts';
import { toRem } from './css-variables.ts';
import { font, motion, radius, space, type } from './tokens.ts';

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
const resolveVariantColors: VariantColorsResolver = (input) => {
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

// Ten steps from light to dark, for Mantine's components only; everything else uses the semantic colours of tokens.ts.
const colorRamps = {
  gray: ['#f7fafe', '#f1f4f8', '#e8ebef', '#dde0e4', '#c9ccd0', '#9fa5ad', '#6f757d', '#535960', '#363b42', '#1b2026'],
  dark: ['#eaedf1', '#babec3', '#9a9fa5', '#7b8188', '#474e56', '#31373f', '#22272f', '#181e25', '#11161d', '#0a0f16'],
  azure: ['#f1f8ff', '#ddedff', '#badbff', '#8fc6ff', '#5caeff', '#2e96f2', '#027ed8', '#0068b4', '#00518f', '#003a69'],
  green: ['#eefbf2', '#dbf2e2', '#b7e4c6', '#8cd4a5', '#5bc184', '#29ac68', '#009454', '#007a44', '#006035', '#004625'],
  teal: ['#edfaf9', '#daf1ef', '#b6e2de', '#88d0cb', '#55bdb7', '#18a7a1', '#008e89', '#007671', '#005c59', '#004340'],
  amber: ['#fef5ea', '#f9e9d3', '#f0d2aa', '#e7b876', '#d99c3b', '#c38400', '#a66f00', '#895b00', '#6c4700', '#4f3300'],
  red: ['#fff4f3', '#ffe4e1', '#ffc8c3', '#ffa59e', '#ff7b74', '#f05653', '#d53c3d', '#b6282c', '#92191f', '#6c0f14'],
  violet: [
    '#f8f5ff',
    '#eee7ff',
    '#deceff',
    '#ccb0ff',
    '#b892f9',
    '#a376e9',
    '#8d5ed0',
    '#764ab2',
    '#5d388f',
    '#43276a',
  ],
  pink: ['#fff3f7', '#ffe2ec', '#ffc5da', '#ff9fc5', '#f877af', '#e65598', '#cb3c81', '#ae286b', '#8b1a54', '#66103c'],
  orange: [
    '#fff4ef',
    '#ffe5d8',
    '#fdcbb0',
    '#f8ad82',
    '#ef8c52',
    '#dd6f23',
    '#c15a00',
    '#a04900',
    '#7f3900',
    '#5d2800',
  ],
} as const;

/** The id of the element that contains menus, dialogs and toasts. */
export const FLOATING_ID = 'floating';

const quickly = { duration: motion.fast };

/** A menu that is longer than the space beside its button scrolls. */
const inScreen = { flip: true, shift: true, size: { padding: 8 } };

// `sm` is the default size of Mantine's controls, here 30 px; mantine-controls.css has the heights.
export const theme: MantineThemeOverride = createTheme({
  colors: colorRamps,
  primaryColor: 'azure',
  primaryShade: 6,
  variantColorResolver: resolveVariantColors,
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: font.sans,
  fontFamilyMonospace: font.mono,
  fontWeights: { regular: String(type.body.weight), medium: '540', bold: String(type.strong.weight) },
  fontSizes: {
    micro: toRem(type.micro.size),
    xs: toRem(type.caption.size),
    sm: toRem(type.body.size),
    md: toRem(type.body.size),
    lg: toRem(type.title.size),
    xl: toRem(type.heading.size),
    readout: toRem(type.readout.size),
    display: toRem(type.display.size),
  },
  lineHeights: {
    xs: String(type.caption.line / type.caption.size),
    sm: String(type.body.line / type.body.size),
    md: String(type.body.line / type.body.size),
    lg: String(type.title.line / type.title.size),
    xl: String(type.heading.line / type.heading.size),
  },
  radius: {
    xs: toRem(radius.xs),
    sm: toRem(radius.sm),
    md: toRem(radius.md),
    lg: toRem(radius.lg),
    xl: toRem(radius.xl),
  },
  spacing: {
    xs: toRem(space[3]),
    sm: toRem(space[4]),
    md: toRem(space[5]),
    lg: toRem(space[6]),
    xl: toRem(space[8]),
  },
  shadows: {
    xs: 'none',
    sm: 'var(--wm-shadow-card)',
    md: 'var(--wm-shadow-card)',
    lg: 'var(--wm-shadow-window)',
    xl: 'var(--wm-shadow-window)',
  },
  headings: {
    fontFamily: font.sans,
    fontWeight: String(type.heading.weight),
    sizes: {
      h1: { fontSize: toRem(type.heading.size), lineHeight: toRem(type.heading.line) },
      h2: { fontSize: toRem(type.title.size), lineHeight: toRem(type.title.line) },
      h3: { fontSize: toRem(type.body.size), lineHeight: toRem(type.body.line) },
      h4: { fontSize: toRem(type.micro.size), lineHeight: toRem(type.caption.line) },
    },
  },
  components: {
    CloseButton: { defaultProps: { 'aria-label': t('Close') } },
    // Without the placeholder, which is not a menu item and therefore invalid in a menu.
    Menu: {
      defaultProps: {
        transitionProps: quickly,
        offset: 6,
        withInitialFocusPlaceholder: false,
        middlewares: inScreen,
      },
    },
    // The page itself never scrolls, so no scroll lock is needed.
    Modal: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': t('Close') } } },
    Portal: { defaultProps: { target: `#${FLOATING_ID}` } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('Show password') } } },
    Popover: { defaultProps: { transitionProps: quickly } },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: { defaultProps: { transitionProps: quickly, openDelay: 400 } },
  },
});
