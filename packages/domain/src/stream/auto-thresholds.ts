import type { PlotWindow } from './engine-types.ts';
import { limitThreshold } from './limit-threshold.ts';
import type { Thresholds } from './thresholds.ts';

/** Excluded before and after a detection: the length of a record. */
const DETECTION_MS = 15_000;
const MAG = { factor: 3, mostNoise: 0.8 / 3 } as const;
const WELD = { factor: 1.5, most: 0.6 } as const;
const GEO = { factor: 6, most: 0.6 } as const;
const ELF = { aboveDb: 6, leastDb: -80, mostDb: -20, share: 0.99 } as const;

interface HeardSignals {
  readonly mag: PlotWindow;
  readonly rssi: PlotWindow;
  readonly geo: { readonly low: PlotWindow; readonly high: PlotWindow };
}

/** If less than this remains between detections, they are part of the noise. */
const LEAST_QUIET_SHARE = 0.25;

/** Known values of a window outside of detections (UTC ms). */
function listQuiet({ values, endsAt, stepMs }: PlotWindow, detections: readonly number[]): readonly number[] {
  const firstAt = endsAt - (values.length - 1) * stepMs;
  const isQuiet = (index: number) => detections.every((at) => Math.abs(firstAt + index * stepMs - at) > DETECTION_MS);
  const known = Array.from(values.keys()).filter((index) => !Number.isNaN(values[index]));
  const quiet = known.filter(isQuiet);
  return (quiet.length < LEAST_QUIET_SHARE * known.length ? known : quiet).map((index) => values[index] ?? 0);
}

const findPeak = (values: readonly number[]): number =>
  values.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);

/** Thresholds above the noise in the windows; a signal without known values keeps its threshold. */
export function findAutoThresholds(heard: HeardSignals, detections: readonly number[], before: Thresholds): Thresholds {
  const mags = listQuiet(heard.mag, detections);
  const sounds = [heard.geo.low, heard.geo.high].flatMap((window) => listQuiet(window, detections));
  const strengths = listQuiet(heard.rssi, detections).toSorted((a, b) => a - b);
  const [noise, loudest] = [Math.min(findPeak(mags), MAG.mostNoise), findPeak(sounds)];
  const strong = strengths[Math.floor(strengths.length * ELF.share)];
  return {
    mag: mags.length === 0 ? before.mag : limitThreshold('mag', MAG.factor * noise, 'drag'),
    elf: strong === undefined ? before.elf : Math.max(ELF.leastDb, Math.min(ELF.mostDb, strong + ELF.aboveDb)),
    geo: sounds.length === 0 ? before.geo : limitThreshold('geo', Math.min(GEO.factor * loudest, GEO.most), 'drag'),
    weld: sounds.length === 0 ? before.weld : Math.min(WELD.factor * loudest, WELD.most),
  };
}
