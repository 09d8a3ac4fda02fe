import { createTheme, type MantineThemeOverride } from '@mantine/core';
import { colorRamps } from './color-ramps.ts';
import { toRem } from './css-variables.ts';
import { font, motion, radius, space, type } from './tokens.ts';
import { resolveVariantColors } from './variant-colors.ts';

/** The id of the element that contains menus, dialogs and toasts. */
export const FLOATING_ID = 'floating';

const quickly = { duration: motion.fast };

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
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    // Without the placeholder, which is not a menu item and therefore invalid in a menu.
    Menu: { defaultProps: { transitionProps: quickly, offset: 6, withInitialFocusPlaceholder: false } },
    // The page itself never scrolls, so no scroll lock is needed.
    Modal: { defaultProps: { lockScroll: false, closeButtonProps: { 'aria-label': 'Close' } } },
    Portal: { defaultProps: { target: `#${FLOATING_ID}` } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show password' } } },
    Popover: { defaultProps: { transitionProps: quickly } },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: { defaultProps: { transitionProps: quickly, openDelay: 400 } },
  },
});
