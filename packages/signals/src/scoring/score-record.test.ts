import { combine } from '@waymark/domain/scoring/verdict';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS, EM_RATE_HZ, RECORD_SAMPLES } from '../sampling.ts';
import { MODEL_NAMES, nameModel } from './model-name.ts';
import type { RecordToScore } from './record-to-score.ts';
import { describeModel, scoreRecord } from './score-record.ts';
import { drawRecord } from './training/simulated-records.ts';

const RECORD: RecordToScore = drawRecord('mag', 'score', 0);

function change(index: number, value: number): number[] {
  return Array.from({ length: RECORD_SAMPLES }, (_, at) => (at === index ? value : (RECORD.samples[at] ?? 0)));
}

describe('scoreRecord', () => {
  it.each(CHANNELS)('scores %s with three algorithms whose weights average 1', (channel) => {
    const scored = scoreRecord(drawRecord(channel, 'score', 0));
    const results = scored.ok ? scored.value : [];
    expect(results.map(({ algorithm }) => algorithm)).toEqual(['template', 'logistic', 'trees']);
    expect(results.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(3, 9);
    for (const { prediction, confidence } of results) {
      expect([0, 1]).toContain(prediction);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  it('uses only the algorithms of the tool, with weights that again average 1', () => {
    const scored = scoreRecord(RECORD, ['logistic', 'trees']);
    const results = scored.ok ? scored.value : [];
    expect(results.map(({ algorithm }) => algorithm)).toEqual(['logistic', 'trees']);
    expect(results.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(2, 9);
  });

  it('returns no scores for a tool without algorithms', () => {
    const scored = scoreRecord(RECORD, []);
    expect(scored).toEqual({ ok: true, value: [] });
    expect(combine(scored.ok ? scored.value : [])).toBeNull();
  });

  it('returns the same scores for any type of sample list', () => {
    expect(scoreRecord({ ...RECORD, samples: Array.from(RECORD.samples) })).toEqual(scoreRecord(RECORD));
  });

  it('scores lower if the expected speed contradicts the width', () => {
    const percents = [1, 8].map((factor) => {
      const scored = scoreRecord({ ...RECORD, expectedSpeedMps: factor });
      return scored.ok ? combine(scored.value)?.percent : null;
    });
    expect(percents[0]).not.toBe(percents[1]);
  });

  it.each([0, -1, Number.NaN, Infinity])('treats an expected speed of %d as unknown', (expectedSpeedMps) => {
    expect(scoreRecord({ ...RECORD, expectedSpeedMps })).toEqual(scoreRecord({ ...RECORD, expectedSpeedMps: null }));
  });
});

describe('invalid record', () => {
  const all = (value: number) => new Int16Array(RECORD_SAMPLES).fill(value);
  it.each<[string, Partial<RecordToScore>, string]>([
    ['no samples', { samples: [] }, 'wrong-length'],
    ['499 samples', { samples: new Int16Array(499) }, 'wrong-length'],
    ['504 entries, the header among them', { samples: new Int16Array(504).fill(1) }, 'wrong-length'],
    ['another rate', { samplingRate: 15.625 }, 'wrong-rate'],
    ['no rate', { samplingRate: Number.NaN }, 'wrong-rate'],
    ['not a number among its samples', { samples: change(17, Number.NaN) }, 'not-a-number'],
    ['an infinite sample', { samples: change(17, Infinity) }, 'not-a-number'],
    ['a hole', { samples: Object.assign(Array.from<number>({ length: RECORD_SAMPLES }), { 3: 1 }) }, 'not-a-number'],
    ['a sample of more than 16 bits', { samples: change(17, 40_000) }, 'out-of-range'],
    ['nothing but 0', { samples: all(0) }, 'silent'],
    ['one value all through', { samples: all(12) }, 'silent'],
    ['the end of the scale all through', { samples: all(32_767) }, 'clipped'],
    [
      'most of it at both ends of the scale',
      { samples: all(0).map((_, at) => (at % 3 === 0 ? 5 : at % 3 === 1 ? 32_767 : -32_768)) },
      'clipped',
    ],
    ['five shares of sound', { audio: [1, 2, 3, 4, 5] }, 'wrong-audio'],
    ['a share that is not a number', { audio: [1, 2, 3, 4, 5, Number.NaN] }, 'wrong-audio'],
  ])('returns the reason: %s', (_, part, failure) => {
    expect(scoreRecord({ ...RECORD, ...part })).toEqual({ ok: false, failure });
  });

  it('never throws, and returns only numbers', () => {
    const samples = fc.oneof(
      fc.array(fc.oneof(fc.integer({ min: -40_000, max: 40_000 }), fc.double()), { maxLength: 600 }),
      fc.array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: RECORD_SAMPLES, maxLength: RECORD_SAMPLES }),
      fc
        .tuple(fc.nat({ max: RECORD_SAMPLES - 1 }), fc.integer({ min: -32_768, max: 32_767 }))
        .map(([at, value]) => new Int16Array(RECORD_SAMPLES).fill(value, at, at + 1)),
    );
    const audio = fc.option(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 6, maxLength: 6 }));
    fc.assert(
      fc.property(
        samples,
        fc.constantFrom(...CHANNELS),
        fc.boolean(),
        audio,
        fc.option(fc.double()),
        (data, channel, isSnippet, shares, speed) => {
          const scored = scoreRecord({
            channel,
            samples: data,
            samplingRate: EM_RATE_HZ,
            audio: shares,
            isSnippet,
            expectedSpeedMps: speed,
          });
          const percent = scored.ok ? combine(scored.value)?.percent : 50;
          expect(percent).toBeGreaterThanOrEqual(0);
          expect(percent).toBeLessThanOrEqual(100);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('model', () => {
  const SOUND = [40, 40, 40, 40, 40, 55];
  it.each([
    ['elf', null, false, 'elf'],
    ['elf', SOUND, false, 'elf'],
    ['mag', null, true, 'mag-snippet'],
    ['geo', null, false, 'geo'],
    ['geo', [0, 0, 0, 0, 0, 0], false, 'geo'],
    ['geo', SOUND, false, 'geo-audio'],
    ['geo', SOUND, true, 'geo-audio-snippet'],
  ] as const)('a %s record with audio %j (snippet: %s) uses the model %s', (channel, audio, isSnippet, name) => {
    expect(nameModel({ channel, audio, isSnippet })).toBe(name);
    expect(MODEL_NAMES).toContain(name);
  });

  it('each model names its training data', () => {
    for (const channel of CHANNELS)
      for (const isSnippet of [false, true])
        expect(describeModel({ channel, audio: null, isSnippet })).toBe('trained on simulated data');
  });
});
