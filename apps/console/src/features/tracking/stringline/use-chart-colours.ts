import { useSyncExternalStore } from 'react';
import { watchTheme } from '#/ui/plot/plot-colours.ts';

/** The chart's colours as values: a saved picture has no style sheet. */
export interface ChartColours {
  readonly ground: string;
  readonly grid: string;
  readonly axis: string;
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly casing: string;
  readonly band: string;
  readonly plan: string;
  readonly pig: string;
  readonly verified: string;
  readonly unverified: string;
  readonly missed: string;
  readonly accent: string;
  readonly font: string;
}

function readColours(themed: Element): ChartColours {
  const style = getComputedStyle(themed);
  const read = (name: string) => style.getPropertyValue(`--wm-${name}`).trim();
  return {
    ground: read('plot-background'),
    grid: read('plot-grid'),
    axis: read('plot-axis'),
    text: read('text-primary'),
    muted: read('text-muted'),
    line: read('run-past'),
    casing: read('run-casing'),
    band: read('run-band'),
    plan: read('run-plan'),
    pig: read('run-pig'),
    verified: read('status-verified-graphic'),
    unverified: read('status-unverified-graphic'),
    missed: read('status-alarm-graphic'),
    accent: read('accent-graphic'),
    font: read('font-sans'),
  };
}

const known = new Map<string | undefined, ChartColours>();

function getColours(): ChartColours {
  const { theme } = document.documentElement.dataset;
  const colours = known.get(theme) ?? readColours(document.documentElement);
  known.set(theme, colours);
  return colours;
}

export function useChartColours(): ChartColours {
  return useSyncExternalStore(watchTheme, getColours);
}

/** The light theme, for a picture that is printed or sent. */
export function readLightColours(): ChartColours {
  const probe = document.createElement('div');
  probe.dataset['theme'] = 'light';
  document.body.append(probe);
  try {
    return readColours(probe);
  } finally {
    probe.remove();
  }
}
