import { UTC } from '@waymark/domain/time/zone';
import { expect, it } from 'vitest';
import { summarisePlot } from './plot-summary.view.ts';
import { listEmLines, SPECTRUM, type StreamScene } from './stream-scene.ts';

const AT = Date.UTC(2026, 2, 18, 6);
const signal = (...values: readonly number[]) => ({ endsAt: AT, stepMs: 1, values: Float32Array.from(values) });
const NONE = signal(Number.NaN, Number.NaN);

/** Two dB less at each step of the spectrum. */
const spectrum = signal(...Array.from({ length: 41 }, (_none, at) => -2 * at));

type Values = Pick<StreamScene, 'across' | 'zone' | 'rssiHz' | 'emLines' | 'em' | 'geo' | 'rssi' | 'spectrum'>;
const makeScene = (change: Partial<Values> = {}) =>
  ({
    across: { from: AT - 5000, to: AT },
    zone: UTC,
    rssiHz: 22,
    emLines: listEmLines({ ShowRaw: true, ShowMAG: true, ShowELF: true } as never),
    em: { mag: signal(0.1, -0.5, 0.2), elf: NONE, magRaw: signal(9), elfRaw: signal(9) },
    geo: { low: signal(5), high: signal(0.25, Number.NaN) },
    rssi: signal(Number.NaN, -61.4, -34.2),
    spectrum,
    ...change,
  }) as StreamScene;

it('a plot without a frame says that there is no data yet', () => {
  expect(summarisePlot('em', makeScene({ across: null }), null)).toBe('EM. No data yet.');
});

it('the strongest value of each shown line is said, with its sign, and raw lines are left out', () => {
  expect(summarisePlot('em', makeScene(), null)).toBe(
    'EM, 05:59:55.000 to 06:00:00.000 UTC. ELF: no data. mag: strongest \u22120.500.',
  );
});

it('a line that the user does not show is not said', () => {
  const emLines = listEmLines({ ShowRaw: false, ShowMAG: false, ShowELF: true } as never);
  expect(summarisePlot('em', makeScene({ emLines }), null)).toMatch(/UTC\. ELF: no data\.$/);
});

it('the geophone says its strongest value, and that the plots are paused', () => {
  expect(summarisePlot('geo', makeScene(), { reason: 'person', at: AT })).toMatch(
    /^Geo, .* UTC, paused\. Geophone: strongest 0\.250\.$/,
  );
});

it('the strength of the frequency is said as its loudest, or that there is none', () => {
  expect(summarisePlot('rssi', makeScene(), null)).toMatch(/UTC\. At 22 Hz at most -34 dB\.$/);
  expect(summarisePlot('rssi', makeScene({ rssi: NONE }), null)).toMatch(/UTC\. No data\.$/);
});

it('the spectrum has no times, and says the level at its frequency', () => {
  const level = -2 * ((22 - SPECTRUM.across.from) / SPECTRUM.step);
  expect(summarisePlot('spectrum', makeScene(), null)).toBe(`Spectrum. 22.0 Hz \u2212${-level} dB.`);
  expect(summarisePlot('spectrum', makeScene({ spectrum: NONE }), null)).toBe('Spectrum. 22.0 Hz.');
});

it('times are those of the zone of the reader', () => {
  expect(summarisePlot('geo', makeScene({ zone: 'America/Chicago' }), null)).toMatch(
    /^Geo, 00:59:55\.000 to 01:00:00\.000 UTC-5\./,
  );
});
