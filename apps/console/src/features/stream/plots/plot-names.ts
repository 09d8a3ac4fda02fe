export const PLOTS = ['em', 'geo', 'rssi', 'spectrum'] as const;
export type PlotName = (typeof PLOTS)[number];

export const PLOT_TITLES: Readonly<Record<PlotName, string>> = {
  em: 'EM',
  geo: 'Geo',
  rssi: 'RSSI',
  spectrum: 'Spectrum',
};
