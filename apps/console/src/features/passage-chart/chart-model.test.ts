import { examplePassageData } from '@waymark/contract/devices/passage-data';
import { examplePassageRow } from '@waymark/contract/devices/passage-row';
import { describe, expect, it } from 'vitest';
import { findStrongest } from '#/ui/plot/plot-model.ts';
import { buildChart, readOut, snapToSample, summarise } from './chart-model.ts';
import type { PassageChart } from './passage.data.ts';
import type { PassageRecord, WaveformType } from './waveform.ts';

const PASSAGE_AT = Date.UTC(2026, 2, 16, 9, 41, 56, 120);
const END_AT = PASSAGE_AT + 15_000;

/** A record with a single peak, at the passage. */
function record(type: WaveformType, height: number): PassageRecord {
  const samples = Array.from({ length: 500 }, (_, at) => (at === 250 ? height : 0));
  return {
    ...examplePassageData,
    packetComplexInformation: type,
    samplingRate: 1000 / 60,
    data: [1, type, 4, 16_667, ...samples],
  };
}

function chartOf(records: PassageChart['records'], passageTimeStamp = '2026-03-16 09:41:56.120'): PassageChart {
  const row = { ...examplePassageRow, passageTimeStamp };
  return { row, position: 1, total: 2, newer: null, older: null, previousId: 1, nextId: 2, records };
}

const chart = chartOf({ 0: record(0, 16_384), 1: record(1, -8192) });
const build = (parts: Partial<Parameters<typeof buildChart>[1]> = {}) =>
  buildChart(chart, { choice: 'ELF', view: 'Wave', earlier: null, ...parts });

describe('the chart of a passage', () => {
  it('a chart has 500 samples that end with the snippet, so that a peak has its true time', () => {
    const model = build();
    const [line] = model?.lines ?? [];
    expect(line?.values).toHaveLength(500);
    const strongest = line && findStrongest(line);
    expect(strongest?.at).toBeCloseTo(PASSAGE_AT, 3);
    expect(strongest?.value).toBe(0.75);
    expect(model?.across.from).toBeCloseTo(END_AT - 30_000, 3);
    expect(model?.marker).toEqual({ at: PASSAGE_AT, text: '09:41:56.120', tone: 'plain' });
  });

  it('a chart overlays the types, each scaled to the height of the plot', () => {
    const model = build({ choice: 'All' });
    expect(model?.lines.map((line) => [line.name, findStrongest(line).value])).toEqual([
      ['ELF', 1],
      ['GEO', -1],
    ]);
  });

  it('a chart shows an envelope over its waveform', () => {
    expect(build({ view: 'Envelope' })?.lines.map(({ name, colour }) => [name, colour])).toEqual([
      ['ELF', 'quiet'],
      ['ELF envelope', 'elf'],
    ]);
  });

  it("a chart shows a spectrum up to half the sampling rate, and marks the detector's frequency", () => {
    const model = build({ view: 'Spectrum' });
    expect(model?.axis).toBe('frequency');
    expect(model?.across.to).toBeCloseTo(25 / 3, 6);
    expect(model?.marker).toMatchObject({ text: '22 Hz detector' });
    expect(build({ view: 'Spectrum', choice: 'GEO' })?.marker).toBeNull();
  });

  it('a chart aligns the previous passage by passage time', () => {
    const before = { ...record(0, 8192), passageTimeEndOfSnip: '2026-03-16 08:42:11.120' };
    const earlier = chartOf({ 0: before }, '2026-03-16 08:41:56.120');
    const model = build({ earlier });
    expect(model?.lines.map(({ name, colour }) => [name, colour])).toEqual([
      ['Count 148', 'quiet'],
      ['ELF', 'elf'],
    ]);
    const [compared] = model?.lines ?? [];
    expect(compared && findStrongest(compared).at).toBeCloseTo(PASSAGE_AT, 3);
    expect(build({ earlier, view: 'Envelope' })?.lines).toHaveLength(3);
  });

  it('buildChart returns null without samples', () => {
    expect(
      buildChart(chartOf({ 0: { ...record(0, 1), data: [] } }), { choice: 'ELF', view: 'Wave', earlier: null }),
    ).toBeNull();
    expect(build({ choice: 'MAG' })).toBeNull();
  });

  it('a chart of a silent record is a line at 0', () => {
    const model = buildChart(chartOf({ 0: record(0, 0) }), { choice: 'ELF', view: 'Wave', earlier: null });
    expect(model?.up.from).toBeLessThanOrEqual(0);
    expect(model?.up.to).toBeGreaterThan(0);
  });
});

describe('the cursor', () => {
  it('the cursor snaps to samples and shows the offset from the passage time', () => {
    const model = build();
    const point = model && snapToSample(model, PASSAGE_AT + 80);
    expect(point?.at).toBeCloseTo(PASSAGE_AT + 60, 3);
    expect(model && readOut(model, PASSAGE_AT, PASSAGE_AT)).toBe('+0.000 s   0.750');
    expect(model && readOut(model, PASSAGE_AT + 4260, PASSAGE_AT)).toBe('+4.260 s   0.000');
  });

  it('the cursor shows frequency and level in a spectrum', () => {
    const model = build({ view: 'Spectrum' });
    expect(model && readOut(model, 16 / 3, PASSAGE_AT)).toMatch(/^5\.33 Hz {3}-\d+\.\d dB$/);
  });
});

it('summarise describes the chart for screen readers', () => {
  const model = build();
  expect(model && summarise(model, PASSAGE_AT)).toBe(
    'ELF: strongest 0.750 at 09:41:56.120 UTC, +0.000 s from the passage time.',
  );
  const spectrum = build({ view: 'Spectrum' });
  expect(spectrum && summarise(spectrum, PASSAGE_AT)).toMatch(/^ELF: loudest at \d\.\d\d Hz\.$/);
});
