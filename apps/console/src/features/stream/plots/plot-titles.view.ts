import { weldsOf, type GeoSpeedSettings } from '@waymark/domain/stream/settings';
import { t } from '#/language/t.ts';
import type { PlotLine } from '#/ui/plot/plot-model.ts';
import { describeHz } from '../badges.view.ts';
import type { SessionState } from '../session/session-types.ts';
import { PLOT_TITLES, type PlotName } from './plot-names.ts';
import { SPECTRUM } from './stream-scene.ts';

export interface PlotTitle {
  readonly title: string;
  readonly legend: readonly Pick<PlotLine, 'name' | 'colour'>[];
  /** Unit or range. */
  readonly note: string;
}

function describeSpacing({ WeldSpace, Metric, NumAvg }: GeoSpeedSettings): string {
  if (WeldSpace === 0) return t('Weld Spacing Not Set');
  return t('Spacing {distance} {unit}, {number} welds', {
    distance: WeldSpace,
    unit: Metric ? 'm' : 'ft',
    number: weldsOf(NumAvg),
  });
}

export function titlePlot(plot: PlotName, { settings, rssiHz }: Pick<SessionState, 'settings' | 'rssiHz'>): PlotTitle {
  const { graphing, geoSpeed, realTime } = settings;
  const title = PLOT_TITLES[plot];
  switch (plot) {
    case 'em': {
      const mag = graphing.ShowMAG ? [{ name: 'mag', colour: 'mag' } as const] : [];
      const elf = graphing.ShowELF ? [{ name: `ELF ${describeHz(realTime.Freq1)}`, colour: 'elf' } as const] : [];
      const raw = graphing.ShowRaw ? [{ name: t('raw'), colour: 'quiet' } as const] : [];
      return { title, legend: [...mag, ...elf, ...raw], note: '\u00b11.5' };
    }
    case 'geo': {
      const welds = geoSpeed.Enable ? [{ name: t('weld marks'), colour: 'geo' } as const] : [];
      return {
        title,
        legend: [{ name: t('geophone'), colour: 'geo' }, ...welds],
        note: geoSpeed.Enable ? describeSpacing(geoSpeed) : t('Speed OFF'),
      };
    }
    case 'rssi':
      return { title, legend: [{ name: describeHz(rssiHz), colour: 'rssi' }], note: 'dB' };
    case 'spectrum': {
      const { from, to } = SPECTRUM.across;
      return { title, legend: [{ name: `${from}\u2013${to} Hz`, colour: 'spectrum' }], note: 'dB' };
    }
  }
}
