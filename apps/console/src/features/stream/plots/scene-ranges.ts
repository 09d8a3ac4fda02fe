import type { Extents } from '@waymark/domain/stream/settings';
import type { Thresholds } from '@waymark/domain/stream/thresholds';
import type { Span } from '#/ui/plot/plot-model.ts';
import type { PlotName } from './plot-names.ts';
import { fitThreshold, fitValues, LIMITS, SteadyRange, type Limits } from './plot-ranges.ts';
import type { PlottedState } from './plotted-session.ts';

/** The lowest and the highest value that a plot has to show. */
export interface Extremes {
  low: number;
  high: number;
}

export const NO_EXTREMES: Readonly<Extremes> = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };

export function widenBy(extremes: Extremes, values: Float32Array): void {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? Number.NaN;
    if (value < extremes.low) extremes.low = value;
    if (value > extremes.high) extremes.high = value;
  }
}

interface Shown {
  readonly state: PlottedState;
  /** UTC milliseconds. */
  readonly at: number;
  /** The new data is not a continuation of the previous data. */
  readonly isAfresh: boolean;
}

interface Rule {
  readonly limits: Limits;
  readonly extents: (state: PlottedState) => Extents;
  readonly threshold: (thresholds: Thresholds) => number;
}

const RULES: Readonly<Record<PlotName, Rule>> = {
  em: { limits: LIMITS.em, extents: ({ settings }) => settings.graphing.EMExtents, threshold: ({ mag }) => mag },
  geo: { limits: LIMITS.geo, extents: ({ settings }) => settings.graphing.GeoExtents, threshold: ({ geo }) => geo },
  rssi: { limits: LIMITS.level, extents: ({ settings }) => settings.graphing.RSSIExtents, threshold: ({ elf }) => elf },
  spectrum: { limits: LIMITS.level, extents: () => 'extents', threshold: ({ elf }) => elf },
};

/** The vertical axis of each plot, from Auto Scale and the settings. */
export class SceneRanges {
  readonly #ranges: Readonly<Record<PlotName, SteadyRange>> = {
    em: new SteadyRange(LIMITS.em.whole),
    geo: new SteadyRange(LIMITS.geo.whole),
    rssi: new SteadyRange(LIMITS.level.whole),
    spectrum: new SteadyRange(LIMITS.level.whole),
  };
  /** A threshold is being dragged: keep the axis still under the pointer. */
  isHeld = false;

  shown(plot: PlotName): Span {
    return this.#ranges[plot].shown;
  }

  follow(plot: PlotName, { state, at, isAfresh }: Shown, extremes: Extremes): void {
    if (this.isHeld) return;
    const range = this.#ranges[plot];
    const { limits, extents, threshold } = RULES[plot];
    if (!state.isAutoScaled) range.set(limits.whole);
    else if (extents(state) === 'thresh') range.set(fitThreshold(threshold(state.status.thresholds), limits));
    // The whole range was shown only because there was no value.
    else if (isAfresh || range.shown === limits.whole) range.set(fitValues(extremes.low, extremes.high, limits));
    else range.follow(fitValues(extremes.low, extremes.high, limits), at);
  }
}
