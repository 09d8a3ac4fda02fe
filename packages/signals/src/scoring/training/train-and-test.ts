import { findScore, type AlgorithmResult } from '@waymark/domain/scoring/score';
import { ALGORITHMS, judgeFeatures, type Algorithm, type ScoringModel } from '../scoring-model.ts';
import type { Example } from './example.ts';
import type { Judged } from './quality.ts';
import { trainModel, type Training } from './train-model.ts';

/** `fused` is the result shown to users; the others are its components. */
export type Judge = Algorithm | 'fused';
export const JUDGES: readonly Judge[] = [...ALGORITHMS, 'fused'];

/** The percentage is the probability of a pig. */
export function toPassageProbability(results: readonly AlgorithmResult[]): number {
  return ((findScore(results) ?? 0) + 1) / 2;
}

function judgeAll(model: ScoringModel, judge: Judge, examples: readonly Example[]): Judged[] {
  // The sharpness compensates for averaging, so a single algorithm must not use it.
  const asked = judge === 'fused' ? model : { ...model, sharpness: 1 };
  const algorithms = judge === 'fused' ? ALGORITHMS : [judge];
  return examples.map(({ features, isPassage, kind }) => ({
    probability: toPassageProbability(judgeFeatures(asked, features, algorithms)),
    isPassage,
    kind,
  }));
}

export interface Tested {
  readonly model: ScoringModel;
  readonly judged: Readonly<Record<Judge, readonly Judged[]>>;
}

/** `fresh`: examples used neither for learning nor for calibration. */
export function trainAndTest(training: Training, fresh: readonly Example[]): Tested {
  const model = trainModel(training);
  const judge = (by: Judge) => judgeAll(model, by, fresh);
  return {
    model,
    judged: { template: judge('template'), logistic: judge('logistic'), trees: judge('trees'), fused: judge('fused') },
  };
}
