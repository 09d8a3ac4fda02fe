import { ALGORITHMS, toProbability, type Algorithm } from '../scoring-model.ts';

// Fits the weights of the algorithms and the sharpness of the result, so that the percentage is a probability.

export type Weights = Readonly<Record<Algorithm, number>>;

export interface Fusion {
  readonly weights: Weights;
  readonly sharpness: number;
}

/** Calibrated log odds, by algorithm. */
export type Opinions = Readonly<Record<Algorithm, Float64Array>>;

const SHARES = 10;
const SHARPNESSES = [0.8, 0.9, 1, 1.1, 1.2, 1.35, 1.5, 1.7, 1.9, 2.2, 2.6];
const LEAST_PROBABILITY = 1e-4;

function listWeights(): Weights[] {
  const found: Weights[] = [];
  for (let template = 1; template < SHARES - 1; template++)
    for (let logistic = 1; logistic < SHARES - template; logistic++) {
      const trees = SHARES - template - logistic;
      found.push({ template: (3 * template) / SHARES, logistic: (3 * logistic) / SHARES, trees: (3 * trees) / SHARES });
    }
  return found;
}

function findLoss(probabilities: Opinions, weights: Weights, labels: readonly boolean[]): number {
  return labels.reduce((loss, isPassage, at) => {
    const sum = ALGORITHMS.reduce(
      (total, algorithm) => total + weights[algorithm] * (probabilities[algorithm][at] ?? 0),
      0,
    );
    const probability = Math.max(LEAST_PROBABILITY, Math.min(1 - LEAST_PROBABILITY, sum / ALGORITHMS.length));
    return loss - Math.log(isPassage ? probability : 1 - probability);
  }, 0);
}

export function fitFusion(opinions: Opinions, labels: readonly boolean[]): Fusion {
  let best: (Fusion & { readonly loss: number }) | null = null;
  for (const sharpness of SHARPNESSES) {
    const sharpen = (algorithm: Algorithm) => opinions[algorithm].map((logOdds) => toProbability(sharpness * logOdds));
    const probabilities = { template: sharpen('template'), logistic: sharpen('logistic'), trees: sharpen('trees') };
    for (const weights of listWeights()) {
      const loss = findLoss(probabilities, weights, labels);
      if (best === null || loss < best.loss) best = { weights, sharpness, loss };
    }
  }
  return best ?? { weights: { template: 1, logistic: 1, trees: 1 }, sharpness: 1 };
}
