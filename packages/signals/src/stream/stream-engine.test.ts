import { createStreamEngine } from '@waymark/domain/stream/engine';
import type { CapturedPassage } from '@waymark/domain/stream/engine-types';
import { CHANNELS, FRAME_MS, ROW_MS, type StreamFrame } from '@waymark/domain/stream/frame';
import { DEFAULT_SETTINGS, type StreamSettings } from '@waymark/domain/stream/settings';
import { describe, expect, it } from 'vitest';
import { findMedian } from '../median.ts';
import { Random } from '../random.ts';
import { drawSite } from '../site.ts';
import { drawMagnets } from '../tool.ts';
import { FRAME_CHANNELS, FRAME_ROWS, RSSI_COUNT, type StreamContent, type StreamScene } from './stream-scene.ts';
import { StreamSource } from './stream-source.ts';

// The console's engine receives the stream of a device: random sites and pigs, with automatic thresholds.

const T = 1_782_522_123_000;
const QUIET_MS = 65_000;
const PASSES_AT_S = 110;
const SEEDS = Array.from({ length: 10 }, (_, seed) => seed);
const GEO_CHANNEL = 10;

function toFrame({ geo, em, rssi }: StreamContent, seq: number): StreamFrame {
  const rows = new Float32Array(FRAME_ROWS * CHANNELS);
  for (let row = 0; row < FRAME_ROWS; row++) {
    for (let channel = 0; channel < FRAME_CHANNELS; channel++)
      rows[row * CHANNELS + channel] =
        ((channel < GEO_CHANNEL ? 1.5 : 1) * (em[row * FRAME_CHANNELS + channel] ?? 0)) / 32_768;
    for (let at = 0; at < RSSI_COUNT; at++) rows[row * CHANNELS + FRAME_CHANNELS + at] = rssi[at] ?? 0;
  }
  return { uid: 1, seq, t: T + seq * FRAME_MS, geo: Float32Array.from(geo, (sound) => sound / 32_768), em: rows };
}

interface Watched {
  readonly captured: readonly CapturedPassage[];
  /** In m/s, while the pig is within 15 s of the device. */
  readonly speeds: readonly number[];
}

function watch(scene: StreamScene, seed: number, untilMs: number): Watched {
  const settings: StreamSettings = {
    ...DEFAULT_SETTINGS,
    realTime: { ...DEFAULT_SETTINGS.realTime, PauseTime: 5 },
    geoSpeed: { WeldSpace: scene.site.jointM, Metric: true, NumAvg: 2, Enable: true, SourceRaw: false },
  };
  const engine = createStreamEngine({ settings });
  const source = new StreamSource(scene, new Random(seed));
  const captured: CapturedPassage[] = [];
  const speeds: number[] = [];
  for (let seq = 0; seq * FRAME_MS < untilMs; seq++) {
    engine.push(toFrame(source.next(), seq));
    for (const happening of engine.advance(seq * FRAME_MS))
      if (happening.type === 'captured') captured.push(happening.passage);
    if (seq === Math.floor(QUIET_MS / FRAME_MS)) {
      engine.autoThresholds();
      engine.setSettings({ ...settings, realTime: { ...settings.realTime, MagEn: true, ELFEn: true, GeoEn: true } });
    }
    const speed = engine.status.weldSpeed?.metresPerSecond;
    if (speed && Math.abs(seq * FRAME_MS - PASSES_AT_S * 1000) < 15_000) speeds.push(speed);
  }
  return { captured, speeds };
}

function drawScene(seed: number): StreamScene {
  const random = new Random(seed);
  return {
    site: drawSite(random.fork('site')),
    sensitivity: { elf: 4, geo: 4, mag: 4 },
    detectorsHz: [22],
    pig: null,
    disturbances: [],
  };
}

/** An audible pig: it knocks louder than it rubs. */
function drawPassing(seed: number): { readonly scene: StreamScene; readonly speedMps: number } {
  const random = new Random(seed);
  const scene = drawScene(seed);
  const speedMps = random.fork('speed').logUniform(1.5, 5);
  const tool = {
    transmitter: { frequencyHz: 22, momentAm2: 4, pulse: null },
    magnets: drawMagnets('mfl', random.fork('magnets')),
    cups: {
      strike: 0.5,
      spacingM: random.fork('cups').uniform(0.4, 4),
      ringHz: 80,
      ringS: 0.03,
      rub: { share: 0.12, centreHz: 100, quality: 3 },
    },
  };
  return { scene: { ...scene, pig: { speedMps, accelerationMps2: 0, tool, passesAtS: PASSES_AT_S } }, speedMps };
}

describe('pig in a stream', () => {
  const passages = SEEDS.map((seed) => {
    const { scene, speedMps } = drawPassing(seed);
    const { captured, speeds } = watch(scene, seed, (PASSES_AT_S + 45) * 1000);
    return { captured, speedErrors: speeds.map((speed) => Math.abs(speed / speedMps - 1)) };
  });

  it.each([
    ['mag', 7],
    ['elf', 10],
    ['geo', 7],
  ] as const)('%s captures the pig once and near its passing at %d of 10 random places', (detector, places) => {
    const found = passages.map(({ captured }) => captured.filter((passage) => passage.detector === detector));
    expect(found.filter(({ length }) => length === 1)).toHaveLength(places);
    for (const { at } of found.flat()) expect(Math.abs(at - T - PASSES_AT_S * 1000)).toBeLessThan(8000);
  });

  it('the loudest moment is in the middle of the record', () => {
    for (const { at, endsAt, samples } of passages.flatMap(({ captured }) => captured)) {
      const passing = (PASSES_AT_S * 1000 - (endsAt - T)) / ROW_MS + samples.length - 1;
      const loudest = samples.reduce(
        (best, value, index) => (Math.abs(value) > Math.abs(samples[best] ?? 0) ? index : best),
        0,
      );
      expect(Math.abs(loudest - passing) * ROW_MS).toBeLessThan(6000);
      expect(Math.abs(endsAt - at - 15_000)).toBeLessThanOrEqual(300);
    }
  });

  it('the weld speed is within 5 % at places where three welds are heard', () => {
    const errors = passages.flatMap(({ speedErrors }) => (speedErrors.length === 0 ? [] : [findMedian(speedErrors)]));
    expect(errors.length).toBeGreaterThanOrEqual(6);
    expect(findMedian(errors)).toBeLessThan(0.025);
    expect(errors.filter((error) => error < 0.05).length).toBeGreaterThanOrEqual(errors.length - 1);
  });
});

describe('stream without a pig', () => {
  it('automatic thresholds capture nothing', () => {
    for (const seed of SEEDS) expect(watch(drawScene(seed), seed, 160_000).captured).toEqual([]);
  });
});
