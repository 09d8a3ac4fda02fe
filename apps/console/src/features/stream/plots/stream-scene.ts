import { UTC, type Zone } from '@waymark/domain/time/zone';
import type { Annotation, CapturedPassage, EmSignal, PlotWindow } from '@waymark/domain/stream/engine-types';
import type { GraphingSettings } from '@waymark/domain/stream/settings';
import type { Flag } from '#/ui/plot/draw-marks.ts';
import type { Span } from '@waymark/domain/chart/axis';
import { t } from '#/language/t.ts';
import type { LineColour } from '#/ui/plot/plot-model.ts';
import type { Series } from '#/ui/plot/trace.ts';
import { DETECTOR_NAMES } from '../badges.view.ts';
import type { Markers } from './handles/markers.view.ts';
import type { PlotName } from './plot-names.ts';
import { formatClock } from './plot-texts.ts';

// The content of the four plots, independent of pixels.

export interface EmLine {
  readonly signal: EmSignal;
  readonly name: string;
  readonly colour: LineColour;
  readonly isBold: boolean;
}

/** A detection, and the plot that shows its signal. */
export interface Moment {
  readonly plot: PlotName;
  readonly at: number;
  readonly text: string;
}

export interface StreamScene {
  /** UTC milliseconds; null before the first frame. */
  readonly across: Span | null;
  /** The same object as long as the range is the same. */
  readonly ups: Readonly<Record<PlotName, Span>>;
  readonly rssiHz: number;
  /** The zone of the times. */
  readonly zone: Zone;
  readonly emLines: readonly EmLine[];
  readonly em: Readonly<Record<EmSignal, PlotWindow>>;
  readonly rssi: PlotWindow;
  readonly geo: { readonly low: PlotWindow; readonly high: PlotWindow };
  readonly spectrum: Series;
  readonly welds: readonly number[];
  readonly flags: Readonly<Record<PlotName, readonly Flag[]>>;
  readonly moments: readonly Moment[];
  /** Passages that are held or being sent. */
  readonly held: readonly Pick<CapturedPassage, 'at' | 'endsAt'>[];
  /** Only while the plots are paused. */
  readonly markers: Markers | null;
  /** The measurement between the markers. */
  readonly measure: string;
}

/** In Hz. */
export const SPECTRUM = { across: { from: 10, to: 30 }, step: 0.5 } as const;

const PLOT_OF = { mag: 'em', elf: 'rssi', geo: 'geo' } as const;

export function listMoments(annotations: readonly Annotation[], zone: Zone = UTC): readonly Moment[] {
  return annotations.map(({ detector, at }) => ({
    plot: PLOT_OF[detector],
    at,
    text: `${DETECTOR_NAMES[detector]} ${formatClock(at, zone)}`,
  }));
}

/** In drawing order, from back to front. */
export function listEmLines({ ShowRaw, ShowMAG, ShowELF }: GraphingSettings): readonly EmLine[] {
  const lines: (EmLine & { readonly isShown: boolean })[] = [
    { signal: 'elfRaw', name: t('raw'), colour: 'quiet', isBold: false, isShown: ShowRaw },
    { signal: 'magRaw', name: t('raw'), colour: 'quiet', isBold: false, isShown: ShowRaw },
    { signal: 'elf', name: 'ELF', colour: 'elf', isBold: false, isShown: ShowELF },
    { signal: 'mag', name: 'mag', colour: 'mag', isBold: true, isShown: ShowMAG },
  ];
  return lines.filter(({ isShown }) => isShown);
}
