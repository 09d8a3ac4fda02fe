import { findScore, type AlgorithmResult } from '@waymark/domain/scoring/score';
import {
  ALGORITHMS,
  judgeFeatures,
  calibrate,
  type Algorithm,
  type ScoringModel,
  type Calibration,
} from '../scoring-model.ts';
import type { Example, FeatureSet } from '../features/feature-set.ts';
import type { Judged } from './quality.ts';
import { Random } from '../../random.ts';
import { askLogistic } from '../logistic.ts';
import type { Channel } from '../../sampling.ts';
import { askTrees } from '../trees.ts';
import { fitFusion } from './fit-fusion.ts';
import { fitLogistic } from './fit-logistic.ts';
import { fitTrees } from './fit-trees.ts';
import { fitWeights } from './newton.ts';
import { shorten } from '../features/vector.ts';

/** Features of the template scorer: similarity to the shape of a pig, and fit with the expected speed. */
const PHYSICS: Readonly<Record<Channel, readonly string[]>> = {
  elf: ['snr', 'width', 'footWidth', 'asymmetry', 'likeness', 'likenessAlong', 'coherentShare', 'driftHz'],
  geo: ['snr', 'width', 'asymmetry', 'lean', 'knockSnr', 'kurtosis', 'stepRepetition', 'slopes'],
  mag: ['snr', 'width', 'asymmetry', 'explained', 'localFit', 'axialShare', 'step', 'fitWidth'],
};

const EXPECTATION = ['isSpeedKnown', 'distance', 'widthPrior'];

const PHYSICS_TREES = { depth: 2, mostTrees: 160 };

const FULL_TREES = { depth: 3, mostTrees: 400 };

/** Regularisation against overconfidence, as a penalty. */
const CALIBRATION_PENALTY = [0.01, 0.01];

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

interface Training {
  readonly channel: Channel;
  readonly trainedOn: string;
  readonly seed: string;
  readonly examples: readonly Example[];
  /** Validation examples: they stop the boosting, calibrate and weigh. */
  readonly others: readonly Example[];
}

type Ask = (features: FeatureSet) => number;

function fitCalibration(ask: Ask, others: readonly Example[]): Calibration {
  const rows = others.map(({ features }) => Float64Array.of(ask(features), 1));
  const [slope = 1, offset = 0] = fitWeights(
    rows,
    others.map(({ isPassage }) => isPassage),
    CALIBRATION_PENALTY,
  );
  return { slope: shorten(slope), offset: shorten(offset) };
}

/** Deterministic: the same examples, order and seed give the identical model. */
function trainModel({ channel, trainedOn, seed, examples, others }: Training): ScoringModel {
  const features = Object.keys(examples[0]?.features ?? {});
  const random = new Random(seed);
  const models = {
    template: fitTrees(examples, others, {
      features: [...PHYSICS[channel], ...EXPECTATION],
      ...PHYSICS_TREES,
      random: random.fork('template'),
    }),
    logistic: fitLogistic(examples, features),
    trees: fitTrees(examples, others, { features, ...FULL_TREES, random: random.fork('trees') }),
  };
  const asks: Record<Algorithm, Ask> = {
    template: (set) => askTrees(models.template, set),
    logistic: (set) => askLogistic(models.logistic, set),
    trees: (set) => askTrees(models.trees, set),
  };
  const calibrations = {
    template: fitCalibration(asks.template, others),
    logistic: fitCalibration(asks.logistic, others),
    trees: fitCalibration(asks.trees, others),
  };
  const judge = (algorithm: Algorithm) =>
    Float64Array.from(others, (other) => calibrate(calibrations[algorithm], asks[algorithm](other.features)));
  const opinions = { template: judge('template'), logistic: judge('logistic'), trees: judge('trees') };
  const { weights, sharpness } = fitFusion(
    opinions,
    others.map(({ isPassage }) => isPassage),
  );
  return {
    trainedOn,
    sharpness,
    template: { model: models.template, calibration: calibrations.template, weight: shorten(weights.template) },
    logistic: { model: models.logistic, calibration: calibrations.logistic, weight: shorten(weights.logistic) },
    trees: { model: models.trees, calibration: calibrations.trees, weight: shorten(weights.trees) },
  };
}
