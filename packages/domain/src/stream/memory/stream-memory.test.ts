import { describe, expect, it } from 'vitest';
import { CHANNEL, FRAME_MS, FRAME_ROWS } from '../frame.ts';
import { HIGH, LOW } from './geo-rings.ts';
import { POINTS, RING_POINTS, SPANS, stepMsOf, type SpanSeconds } from '../spans.ts';
import { FIRST_ROW, StreamMemory } from './stream-memory.ts';
import { makeFrame, T, type Script } from '../testing/make-frame.ts';

function remember(frames: number, script: Script): StreamMemory {
  const memory = new StreamMemory();
  for (let seq = 0; seq < frames; seq++) memory.push(makeFrame(seq, script), FRAME_ROWS);
  return memory;
}

function readAt(memory: StreamMemory, span: SpanSeconds, channel: number, ms: number): number {
  return memory.em.of(span).read(channel, memory.findPoint(span, T + ms));
}

describe('StreamMemory', () => {
  it('[S-107] counts its points separately for each span', () => {
    const counts = SPANS.map(({ seconds }) => {
      const memory = remember(1, {});
      const before = memory.em.of(seconds).count;
      for (let seq = 1; seq <= 30; seq++) memory.push(makeFrame(seq), FRAME_ROWS);
      return memory.em.of(seconds).count - before;
    });
    expect(counts).toEqual([5760, 960, 480, 96, 48, 16]);
  });

  it('interpolates linearly where there are more points than rows', () => {
    const memory = remember(3, { em: (channel, ms) => (channel === CHANNEL.mag ? ms / 6000 : undefined) });
    for (const ms of [1200, 1205, 1230, 1255]) expect(readAt(memory, 5, CHANNEL.mag, ms)).toBeCloseTo(ms / 6000, 6);
    expect(readAt(memory, 30, CHANNEL.mag, 1230)).toBeCloseTo(1230 / 6000, 6);
    expect(readAt(memory, 60, CHANNEL.mag, 1230)).toBeCloseTo(1200 / 6000, 6);
  });

  it.each([300, 600, 1800] as const)('keeps the extreme with its sign, and the strongest RSSI, at %d s', (span) => {
    const stepMs = stepMsOf(span);
    const peaks: Script['em'] = (channel, ms) => {
      const isPeak = ms % stepMs === stepMs - 120;
      if (channel === CHANNEL.elf) return isPeak ? -1.2 : 0.3;
      return channel === CHANNEL.rssi ? (isPeak ? -20 : -70) : undefined;
    };
    const memory = remember(8, { em: peaks });
    expect(readAt(memory, span, CHANNEL.elf, 2 * stepMs)).toBeCloseTo(-1.2, 6);
    expect(readAt(memory, span, CHANNEL.rssi, 2 * stepMs)).toBe(-20);
  });

  it.each(SPANS)('keeps the lowest and the highest sound at $label', ({ seconds }) => {
    const stepMs = stepMsOf(seconds);
    const memory = remember(8, { geo: (ms) => (ms % stepMs === 1 ? -0.4 : ms % stepMs === 3 ? 0.6 : 0.1) });
    const point = memory.findPoint(seconds, T + 2 * stepMs);
    expect(memory.geo.of(seconds).read(LOW, point)).toBeCloseTo(-0.4, 6);
    expect(memory.geo.of(seconds).read(HIGH, point)).toBeCloseTo(0.6, 6);
  });

  it('lost frames are unknown and shift nothing', () => {
    const script: Script = { em: (channel, ms) => (channel === CHANNEL.mag ? ms / 10_000 : undefined), geo: () => 0.5 };
    const memory = remember(2, script);
    memory.push(makeFrame(4, script), 3 * FRAME_ROWS);
    expect(readAt(memory, 60, CHANNEL.mag, 1860)).toBeCloseTo(0.186, 6);
    expect(readAt(memory, 60, CHANNEL.mag, 4 * FRAME_MS)).toBeCloseTo(0.384, 6);
    for (const ms of [1920, 3000, 3780]) expect(readAt(memory, 60, CHANNEL.mag, ms)).toBeNaN();
    for (const { seconds } of SPANS.slice(0, 3)) {
      expect(readAt(memory, seconds, CHANNEL.mag, 2880)).toBeNaN();
      expect(memory.geo.of(seconds).read(HIGH, memory.findPoint(seconds, T + 2880))).toBeNaN();
    }
  });

  it('forgets points older than its ring, and knows none before the beginning', () => {
    const memory = remember(40, { em: () => 1 });
    const window = new Float32Array(POINTS);
    memory.em.of(60).copyWindow(CHANNEL.mag, FIRST_ROW + 9, window);
    expect(Array.from(window.slice(-11))).toEqual([Number.NaN, ...Array.from({ length: 10 }, () => 1)]);
    const newest = memory.em.of(5).count - 1;
    expect(
      [newest - RING_POINTS, newest - RING_POINTS + 1].map((point) => memory.em.of(5).read(CHANNEL.mag, point)),
    ).toEqual([Number.NaN, 1]);
  });

  it('a copy does not change with its original', () => {
    const memory = remember(2, { em: () => 1 });
    const copy = new StreamMemory();
    copy.copyFrom(memory);
    for (let seq = 2; seq < 400; seq++) memory.push(makeFrame(seq), FRAME_ROWS);
    expect(copy.newestAt).toBe(T + 2 * FRAME_MS - 60);
    expect(readAt(copy, 60, CHANNEL.mag, 600)).toBe(1);
    expect(readAt(memory, 60, CHANNEL.mag, 600)).toBeNaN();
  });
});
