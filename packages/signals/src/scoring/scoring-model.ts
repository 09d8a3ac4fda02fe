import type { AlgorithmResult } from '@waymark/domain/scoring/score';
import type { FeatureSet } from './features/feature-set.ts';
import { askLogistic, type Logistic } from './logistic.ts';
import { askTrees, type Trees } from './trees.ts';

/** `template`: few features of physics and the expected speed. `logistic`, `trees`: all that was measured. */
export const ALGORITHMS = ['template', 'logistic', 'trees'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** Platt: makes odds of what an algorithm says. */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

interface Judge<Model> {
  readonly model: Model;
  readonly calibration: Calibration;
  /** On average 1 over the algorithms. */
  readonly weight: number;
}

export interface ScoringModel {
  /** "simulated data", or which records. */
  readonly trainedOn: string;
  /** A mean of three opinions is less sure than they are together; above 1 makes up for that. */
  readonly sharpness: number;
  readonly template: Judge<Trees>;
  readonly logistic: Judge<Logistic>;
  readonly trees: Judge<Trees>;
}

export interface AlgorithmScore extends AlgorithmResult {
  readonly algorithm: Algorithm;
}

export function toProbability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

export function calibrate({ slope, offset }: Calibration, raw: number): number {
  return slope * raw + offset;
}

function findLogOdds(model: ScoringModel, algorithm: Algorithm, features: FeatureSet): number {
  const { calibration } = model[algorithm];
  switch (algorithm) {
    case 'template':
      return calibrate(calibration, askTrees(model.template.model, features));
    case 'logistic':
      return calibrate(calibration, askLogistic(model.logistic.model, features));
    case 'trees':
      return calibrate(calibration, askTrees(model.trees.model, features));
  }
}

/** The weights of the algorithms that were asked are 1 on average, so that the documents' plain mean is a weighted one. */
export function judgeFeatures(
  model: ScoringModel,
  features: FeatureSet,
  algorithms: readonly Algorithm[],
): AlgorithmScore[] {
  const total = algorithms.reduce((sum, algorithm) => sum + model[algorithm].weight, 0);
  return algorithms.map((algorithm) => {
    const probability = toProbability(model.sharpness * findLogOdds(model, algorithm, features));
    return {
      algorithm,
      weight: (model[algorithm].weight * algorithms.length) / total,
      prediction: probability >= 0.5 ? 1 : 0,
      confidence: Math.abs(2 * probability - 1),
    };
  });
}
