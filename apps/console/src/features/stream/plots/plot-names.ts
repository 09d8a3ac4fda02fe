import { t } from '#/language/t.ts';

export const PLOTS = ['em', 'geo', 'rssi', 'spectrum'] as const;
export type PlotName = (typeof PLOTS)[number];

export const PLOT_TITLES: Readonly<Record<PlotName, string>> = {
  em: 'EM',
  geo: t('Geo'),
  rssi: 'RSSI',
  spectrum: t('Spectrum'),
};
