import { useSyncExternalStore } from 'react';
import { getPlotColours, watchTheme, type PlotColours } from './plot-colours.ts';

export function usePlotColours(): PlotColours {
  return useSyncExternalStore(watchTheme, getPlotColours);
}
