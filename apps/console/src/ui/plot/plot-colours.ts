import type { LineColour } from './plot-model.ts';

/** A canvas cannot read CSS variables: their values in one theme. */
export interface PlotColours {
  readonly background: string;
  readonly grid: string;
  readonly axis: string;
  readonly cursor: string;
  readonly text: string;
  readonly chip: string;
  readonly accent: string;
  readonly selection: string;
  readonly verified: string;
  readonly threshold: string;
  readonly weldThreshold: string;
  /** For the place of a detection. */
  readonly detected: string;
  readonly lines: Readonly<Record<LineColour, string>>;
  readonly font: string;
}

function readPlotColours(): PlotColours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--wm-${name}`).trim();
  return {
    background: read('plot-background'),
    grid: read('plot-grid'),
    axis: read('plot-axis'),
    cursor: read('plot-cursor'),
    text: read('text-primary'),
    chip: read('surface-overlay'),
    accent: read('accent-graphic'),
    selection: read('accent-soft'),
    verified: read('status-verified-graphic'),
    threshold: read('plot-threshold'),
    weldThreshold: read('plot-weld-threshold'),
    detected: read('status-warning-graphic'),
    lines: {
      elf: read('plot-em-elf'),
      geo: read('plot-geo'),
      mag: read('plot-em-mag'),
      quiet: read('plot-raw'),
      rssi: read('plot-rssi'),
      spectrum: read('plot-spectrum'),
    },
    font: read('font-sans'),
  };
}

const known = new Map<string | undefined, PlotColours>();

/** Returns one object per theme. */
export function getPlotColours(): PlotColours {
  const { theme } = document.documentElement.dataset;
  const colours = known.get(theme) ?? readPlotColours();
  known.set(theme, colours);
  return colours;
}

export function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
