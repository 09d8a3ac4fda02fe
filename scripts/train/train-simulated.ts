import { SIMULATED_DATA } from '../../packages/domain/src/scoring/score.ts';
import { CHANNELS, type Channel } from '../../packages/signals/src/sampling.ts';
import type { Example } from '../../packages/signals/src/scoring/features/feature-set.ts';
import { drawRecord, type LabelledRecord } from '../../packages/signals/src/scoring/training/simulated-records.ts';
import { trainAndTest } from '../../packages/signals/src/scoring/training/train-and-test.ts';
import { toExample, toVariant, VARIANTS } from '../../packages/signals/src/scoring/training/variants.ts';
import type { ModelName } from '../../packages/signals/src/scoring/model-name.ts';
import { toSnippet } from './to-snippet.ts';
import type { Trained } from './trained.ts';

/** A separate seed per use, so that no record is used twice. */
const SEEDS = ['learn', 'weigh', 'test'] as const;
/** Size of the other sets relative to the training set. */
const OTHER_SHARE = 0.4;

function drawRecords(channel: Channel, seed: string, count: number): LabelledRecord[] {
  return Array.from({ length: count }, (_, index) => drawRecord(channel, seed, index));
}

/** Half of the passages, and half of the other records, become short snippets. */
function toExamples(records: readonly LabelledRecord[], name: ModelName): Example[] {
  return records.flatMap((record, index) => toExample(toVariant(record, name, toSnippet, index % 4 < 2 ? 0 : 1)) ?? []);
}

/** Trains the models one channel at a time; `count` is the number of training records. */
export function* trainSimulated(count: number, channels: readonly Channel[] = CHANNELS): Generator<Trained> {
  for (const channel of channels) {
    const drawn = SEEDS.map((seed) =>
      drawRecords(channel, seed, seed === 'learn' ? count : Math.round(count * OTHER_SHARE)),
    );
    for (const name of VARIANTS[channel]) {
      const [examples = [], others = [], fresh = []] = drawn.map((records) => toExamples(records, name));
      yield { name, ...trainAndTest({ channel, trainedOn: SIMULATED_DATA, seed: name, examples, others }, fresh) };
    }
  }
}
