import { DEFAULT_SETTINGS } from '@waymark/domain/stream/settings';
import { metresPerSecond } from '@waymark/domain/units/speed';
import { describe, expect, it } from 'vitest';
import { describeMarker, describeMeasure, findMarkerPlace, keepMarkers, placeMarkers } from './handles/markers.view.ts';
import { fitValues, LIMITS, SteadyRange } from './plot-ranges.ts';
import { titlePlot } from './plot-titles.view.ts';
import { formatThreshold, listFlags, moveThreshold, THRESHOLD_LINES } from './handles/thresholds.view.ts';

const AT = Date.UTC(2026, 2, 17, 23, 25);
const ACROSS = { from: AT, to: AT + 60_000 };

describe('markers', () => {
  it('places the markers on the last two welds', () => {
    expect(placeMarkers(ACROSS, [AT + 5000, AT + 15_000, AT + 24_000])).toEqual({
      first: AT + 15_000,
      second: AT + 24_000,
    });
  });

  it('places the markers a third from either side without two welds that are far enough apart', () => {
    const thirds = { first: AT + 20_000, second: AT + 40_000 };
    expect([placeMarkers(ACROSS, [AT + 5000]), placeMarkers(ACROSS, [AT + 5000, AT + 5500])]).toEqual([thirds, thirds]);
  });

  it('moves the markers into the visible range', () => {
    const markers = { first: AT + 1000, second: AT + 59_000 };
    expect(keepMarkers(markers, ACROSS)).toBe(markers);
    expect(keepMarkers(markers, { from: AT + 55_000, to: AT + 60_000 })).toEqual({
      first: AT + 55_000,
      second: AT + 59_000,
    });
  });

  it.each([
    ['ArrowLeft', AT + 29_940],
    ['ArrowRight', AT + 30_060],
    ['PageUp', AT + 31_500],
    ['Home', AT],
    ['End', AT + 60_000],
    ['x', null],
  ])('%s moves a marker', (key, place) => {
    expect(findMarkerPlace(AT + 30_000, key, ACROSS, 60)).toBe(place);
  });

  it('describes the time between the markers, the weld time and the speed of the pig', () => {
    const measured = { deltaS: 17.9, weldS: 8.95, speed: metresPerSecond(1.36223) };
    const { geoSpeed } = DEFAULT_SETTINGS;
    expect(describeMeasure(measured, geoSpeed)).toBe('\u0394 17.90 s   weld 8.95 s   3.05 mph');
    expect(describeMeasure(measured, { ...geoSpeed, Metric: true })).toBe('\u0394 17.90 s   weld 8.95 s   1.36 m/s');
    expect(describeMeasure({ ...measured, speed: null }, { ...geoSpeed, WeldSpace: 0 })).toBe(
      '\u0394 17.90 s   weld 8.95 s   Weld Spacing Not Set',
    );
    expect(describeMarker(AT, describeMeasure(measured, geoSpeed))).toBe(
      '23:25:00.000, 17.90 s apart   weld 8.95 s   3.05 mph',
    );
  });
});

describe('thresholds', () => {
  const find = (name: string) => THRESHOLD_LINES.filter((line) => line.name === name);

  it('shows each threshold in the plot of its signal', () => {
    const flags = listFlags({ mag: 0.8, elf: -40, geo: 0.58, weld: 0.2 });
    const texts = Object.entries(flags).map(([plot, list]) => [plot, list.map(({ text }) => text)]);
    expect(Object.fromEntries(texts)).toEqual({
      em: ['MAG 0.80'],
      geo: ['Detection 0.58', 'Weld 0.20'],
      rssi: ['ELF \u221240'],
      spectrum: [],
    });
  });

  it('moves a threshold by keys, one step or ten, within its limits', () => {
    const [weld] = find('weld').map((line) =>
      ['ArrowUp', 'PageDown', 'Home', 'End', 'a'].map((key) => moveThreshold(line, 0.5, key)),
    );
    expect(weld?.map((value) => value && Number(value.toFixed(9)))).toEqual([0.51, 0.4, 0, 1, null]);
    expect(find('elf').map((line) => moveThreshold(line, -40.4, 'ArrowUp'))).toEqual([-39]);
    expect(find('geo').map((line) => moveThreshold(line, 0.9, 'ArrowUp'))).toEqual([0.6]);
  });

  it('formats the smallest threshold as more than zero', () => {
    expect([formatThreshold('mag', 0.001), formatThreshold('mag', 0.8), formatThreshold('weld', 0)]).toEqual([
      '0.001',
      '0.80',
      '0.00',
    ]);
  });
});

describe('a range', () => {
  const narrow = { from: -0.1, to: 0.1 };
  const wide = { from: -1, to: 1 };

  it('the range grows at once, and shrinks only after a while', () => {
    const range = new SteadyRange(narrow);
    range.follow(wide, AT);
    expect(range.shown).toEqual(wide);
    range.follow(narrow, AT + 100);
    range.follow(narrow, AT + 3000);
    expect(range.shown).toEqual(wide);
    range.follow(narrow, AT + 3100);
    expect(range.shown).toEqual(narrow);
  });

  it('the range keeps its size while large values recur', () => {
    const range = new SteadyRange(wide);
    for (let at = AT; at < AT + 20_000; at += 150) range.follow((at - AT) % 2100 === 0 ? wide : narrow, at);
    expect(range.shown).toBe(wide);
  });

  it('the range has round limits, and does not magnify silence', () => {
    expect(fitValues(-0.3, 0.43, LIMITS.em)).toEqual({ from: -0.5, to: 0.5 });
    expect(fitValues(-0.0001, 0.0002, LIMITS.geo)).toEqual({ from: -0.02, to: 0.02 });
    expect(fitValues(-82, -80, LIMITS.level)).toEqual({ from: -85, to: -40 });
    expect(fitValues(-82, -31, LIMITS.level)).toEqual({ from: -85, to: -25 });
  });

  it('the range is the whole one without any value', () => {
    expect(fitValues(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, LIMITS.em)).toBe(LIMITS.em.whole);
  });
});

describe('a title', () => {
  const settings = { ...DEFAULT_SETTINGS, geoSpeed: { ...DEFAULT_SETTINGS.geoSpeed, Enable: true, WeldSpace: 40 } };

  it('titles name the lines of a plot, and the distance of welds', () => {
    expect(titlePlot('em', { settings, rssiHz: 18 }).legend.map(({ name }) => name)).toEqual([
      'mag',
      'ELF 22 Hz',
      'raw',
    ]);
    expect(titlePlot('geo', { settings, rssiHz: 18 }).note).toBe('Spacing 40 ft, 5 welds');
    expect(
      titlePlot('geo', { settings: { ...settings, geoSpeed: { ...settings.geoSpeed, WeldSpace: 0 } }, rssiHz: 18 })
        .note,
    ).toBe('Weld Spacing Not Set');
    expect(titlePlot('rssi', { settings, rssiHz: 18 }).legend.map(({ name }) => name)).toEqual(['18 Hz']);
  });
});
