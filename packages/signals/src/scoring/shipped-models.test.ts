import { describe, expect, it } from 'vitest';
import { CHANNELS } from '../sampling.ts';
import { measureFeatures } from './features/measure-features.ts';
import { MODEL_NAMES } from './model-name.ts';
import { ALGORITHMS } from './scoring-model.ts';
import { SHIPPED_MODELS } from './shipped-models.ts';
import { judgeRecords } from './training/judge-records.ts';
import { measureQuality } from './training/quality.ts';
import { drawRecord } from './training/simulated-records.ts';

const MOST_BYTES = 300_000;
/**
 * A small number, because GEO is slow to simulate; `bench/scoring.long.test.ts` scores 2,000 per channel with narrow
 * limits.
 */
const RECORDS = 200;
const LEAST_AUC = { elf: 0.97, geo: 0.97, mag: 0.9 };

describe.each(MODEL_NAMES)('shipped model %s', (name) => {
  const model = SHIPPED_MODELS[name];
  const channel = CHANNELS.find((one) => name.startsWith(one)) ?? 'elf';

  it('the model uses only measured features', () => {
    const record = drawRecord(channel, 'names', 0);
    const measured = Object.keys(
      measureFeatures({ ...record, audio: name.startsWith('geo-audio') ? record.audio : null }),
    );
    for (const algorithm of ALGORITHMS)
      expect(measured).toEqual(expect.arrayContaining([...model[algorithm].model.features]));
  });

  it('the model is small, and its weights average 1', () => {
    expect(JSON.stringify(model).length).toBeLessThan(MOST_BYTES);
    expect(ALGORITHMS.reduce((sum, algorithm) => sum + model[algorithm].weight, 0)).toBeCloseTo(3, 6);
  });
});

it.each(CHANNELS)(
  'the models distinguish new records on %s',
  (channel) => {
    const { auc, calibrationError } = measureQuality(
      judgeRecords(Array.from({ length: RECORDS }, (_, index) => drawRecord(channel, 'fresh', index))),
    );
    expect(auc).toBeGreaterThanOrEqual(LEAST_AUC[channel]);
    expect(calibrationError).toBeLessThanOrEqual(0.1);
  },
  60_000,
);
