import { Random } from '../../random.ts';
import type { FeatureSet } from '../features/feature-set.ts';
import { askLogistic } from '../logistic.ts';
import { calibrate, type Algorithm, type Calibration, type ScoringModel } from '../scoring-model.ts';
import type { Channel } from '../../sampling.ts';
import { askTrees } from '../trees.ts';
import type { Example } from './example.ts';
import { fitFusion } from './fit-fusion.ts';
import { fitLogistic } from './fit-logistic.ts';
import { fitTrees } from './fit-trees.ts';
import { fitWeights } from './newton.ts';
import { shorten } from './shorten.ts';

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

export interface Training {
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
export function trainModel({ channel, trainedOn, seed, examples, others }: Training): ScoringModel {
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
