import type { AlgorithmResult } from '@waymark/domain/scoring/score';
import type { FeatureSet } from './features/feature-set.ts';
import { askLogistic, type Logistic } from './logistic.ts';
import { askTrees, type Trees } from './trees.ts';

/** `template`: a few physical features and the expected speed. `logistic`, `trees`: all features. */
export const ALGORITHMS = ['template', 'logistic', 'trees'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** Platt scaling: converts the output of an algorithm to odds. */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

interface Judge<Model> {
  readonly model: Model;
  readonly calibration: Calibration;
  /** The weights of the algorithms average 1. */
  readonly weight: number;
}

export interface ScoringModel {
  /** "simulated data", or a description of the records. */
  readonly trainedOn: string;
  /** The mean of three scores is less confident than their combination; a value above 1 compensates. */
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

/** The weights of the used algorithms average 1, so that the plain mean of the documents is a weighted one. */
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
