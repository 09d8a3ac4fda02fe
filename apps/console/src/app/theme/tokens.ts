// All values of the visual design. Components read them as `--wm-*` variables, canvas and WebGL through
// useCanvasTokens.

export const font = {
  sans: '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif',
  mono: '"IBM Plex Mono", ui-monospace, SFMono-Regular, Menlo, monospace',
} as const;

/** Sizes and line heights in px, tracking in em. */
export const type = {
  micro: { size: 10.5, line: 14, weight: 550, tracking: 0.02 },
  caption: { size: 11.5, line: 16, weight: 450 },
  body: { size: 12.5, line: 18, weight: 450 },
  strong: { size: 12.5, line: 18, weight: 600 },
  title: { size: 14, line: 20, weight: 620, tracking: -0.006 },
  heading: { size: 18, line: 24, weight: 640, tracking: -0.014 },
  readout: { size: 22, line: 26, weight: 600, tracking: -0.022 },
  display: { size: 30, line: 36, weight: 640, tracking: -0.025 },
} as const;

export const space = { 0: 0, 1: 2, 2: 4, 3: 6, 4: 8, 5: 12, 6: 16, 7: 20, 8: 24, 9: 32, 10: 48 } as const;

export const radius = { xs: 3, sm: 5, md: 7, lg: 10, xl: 14, full: 999 } as const;

export const size = {
  topBar: 48,
  banner: 30,
  drawer: 380,
  control: { compact: 26, default: 30, touch: 44 },
  row: { compact: 28, default: 34, touch: 48 },
  windowTitle: 36,
  icon: 16,
  mapIcon: 32,
} as const;

/** Durations in ms. */
export const motion = { instant: 80, fast: 120, base: 180, slow: 280, heartbeatFlash: 2000 } as const;
export const ease = 'cubic-bezier(.2,.8,.2,1)';

export const zIndex = {
  map: 0,
  mapCards: 10,
  drawer: 20,
  table: 20,
  window: 100,
  modal: 200,
  toast: 300,
  tooltip: 400,
} as const;

/** Map icons include their own casing and keyline, the same in both themes. */
export const icon = { ink: '#0d1117', keyline: '#ffffff', pig: '#ff81b6' } as const;

const dark = {
  scrim: 'rgb(5 7 10 / 58%)',
  surface: {
    void: '#06080d',
    app: '#0b0f15',
    panel: '#12161c',
    raised: '#191e24',
    overlay: '#1f252c',
    hover: '#242b33',
    sunken: '#080b10',
  },
  text: {
    primary: '#eaedf1',
    secondary: '#b0b6be',
    muted: '#9097a1',
    onAccent: '#ffffff',
    link: '#67b3ff',
  },
  border: { subtle: '#262b31', default: '#31373f', control: '#6e7681', strong: '#79818b' },
  accent: {
    fill: '#006ed5',
    fillHover: '#0062c0',
    graphic: '#55abf7',
    soft: '#102b48',
    focus: '#69b7ff',
  },
  danger: { fill: '#c2272d', fillHover: '#b21823' },
  status: {
    online: { graphic: '#24ca80', text: '#24ca80' },
    offline: { graphic: '#83898f', text: '#8d9399' },
    asleep: { graphic: '#91a9ff', text: '#91a9ff' },
    satellite: { graphic: '#b364d2', text: '#c373e2' },
    alarm: { graphic: '#f7203e', text: '#ff5a5f' },
    warning: { graphic: '#f6c100', text: '#f6c100' },
    verified: { graphic: '#b3ffc8', text: '#b3ffc8' },
    unverified: { graphic: '#d47b52', text: '#d47b52' },
    skipped: { graphic: '#c1beb7', text: '#c1beb7' },
  },
  ml: {
    red: '#ff5a5f',
    lightRed: '#f6908c',
    orange: '#f6c100',
    lightGreen: '#86d6a7',
    green: '#24ca80',
  },
  run: {
    past: '#5addeb',
    future: '#5addeb',
    casing: '#05080c',
    band: '#fb78b038',
    plan: '#7a818a',
    pig: '#ff81b6',
    autoLink: '#5addeb2e',
  },
  plot: {
    background: '#090d12',
    grid: '#1d2126',
    axis: '#9097a1',
    emMag: '#55bcfa',
    emElf: '#ffa747',
    raw: '#70757c',
    rssi: '#a867e7',
    geo: '#8bf7ca',
    spectrum: '#d0d25d',
    threshold: '#f84a54',
    weldThreshold: '#e7d17a',
    cursor: '#e0e5eb',
  },
  map: {
    land: '#10151a',
    water: '#10232f',
    road: '#21252a',
    roadMajor: '#33383f',
    boundary: '#383e46',
    label: '#8c939c',
    halo: '#10151a',
    contour: '#151a1f',
    wood: '#0e1914',
  },
  shadow: {
    card: '0 0 0 1px rgba(255,255,255,.055), 0 6px 20px -6px rgba(0,0,0,.65)',
    window: '0 0 0 1px rgba(255,255,255,.085), 0 24px 64px -12px rgba(0,0,0,.78), 0 4px 14px rgba(0,0,0,.4)',
  },
} as const;

/** The same names with other values: the type requires every colour in both themes. */
type ThemeValues<T> = { readonly [K in keyof T]: T[K] extends string ? string : ThemeValues<T[K]> };
export type ThemeTokens = ThemeValues<typeof dark>;
export type ThemeName = 'dark' | 'light';

const light: ThemeTokens = {
  scrim: 'rgb(20 28 40 / 32%)',
  surface: {
    void: '#dce0e5',
    app: '#eef0f3',
    panel: '#ffffff',
    raised: '#ffffff',
    overlay: '#ffffff',
    hover: '#edf1f5',
    sunken: '#f3f5f8',
  },
  text: {
    primary: '#12181e',
    secondary: '#474e57',
    muted: '#5c646e',
    onAccent: '#ffffff',
    link: '#0465af',
  },
  border: { subtle: '#dde0e3', default: '#cbd0d4', control: '#81878f', strong: '#646971' },
  accent: {
    fill: '#006ed5',
    fillHover: '#0062c0',
    graphic: '#006ed5',
    soft: '#e0efff',
    focus: '#0067c8',
  },
  danger: { fill: '#c2272d', fillHover: '#b21823' },
  status: {
    online: { graphic: '#008348', text: '#007b43' },
    offline: { graphic: '#646c77', text: '#626a75' },
    asleep: { graphic: '#5e84ce', text: '#4569b1' },
    satellite: { graphic: '#621d76', text: '#621d76' },
    alarm: { graphic: '#cc001e', text: '#cc001e' },
    warning: { graphic: '#a48000', text: '#856700' },
    verified: { graphic: '#005943', text: '#005943' },
    unverified: { graphic: '#974217', text: '#974217' },
    skipped: { graphic: '#817e75', text: '#6e6b63' },
  },
  ml: {
    red: '#cc001e',
    lightRed: '#9c3835',
    orange: '#856700',
    lightGreen: '#306544',
    green: '#007b43',
  },
  run: {
    past: '#006e8c',
    future: '#006e8c',
    casing: '#ffffff',
    band: '#cd338038',
    plan: '#6f757d',
    pig: '#c9237b',
    autoLink: '#006e8c2e',
  },
  plot: {
    background: '#ffffff',
    grid: '#e7eaec',
    axis: '#515962',
    emMag: '#007db4',
    emElf: '#be7100',
    raw: '#81878d',
    rssi: '#661e9d',
    geo: '#005f43',
    spectrum: '#6d6e00',
    threshold: '#bb0028',
    weldThreshold: '#766200',
    cursor: '#1e2226',
  },
  map: {
    land: '#f1f1ed',
    water: '#b8d6e7',
    road: '#dfdeda',
    roadMajor: '#ffffff',
    boundary: '#b2b8bf',
    label: '#4d535b',
    halo: '#ffffff',
    contour: '#e6e7df',
    wood: '#daecda',
  },
  shadow: {
    card: '0 0 0 1px rgba(16,24,40,.09), 0 6px 18px -8px rgba(16,24,40,.22)',
    window: '0 0 0 1px rgba(16,24,40,.11), 0 26px 64px -16px rgba(16,24,40,.36), 0 4px 12px rgba(16,24,40,.09)',
  },
};

export const themes: Readonly<Record<ThemeName, ThemeTokens>> = { dark, light };
