import { inEnglish, markText, type Translate } from '../language/translate.ts';

/** The training data of the shipped models; there is no public collection of real passages. */
export const SIMULATED_DATA = markText('simulated data');

/** Shown beside every percentage: "trained on simulated data". */
export function describeTraining(trainedOn: string, t: Translate = inEnglish): string {
  return t('trained on {data}', { data: t(trainedOn) });
}

/** The result of one algorithm for one record. The weights of a record average 1. */
export interface AlgorithmResult {
  readonly weight: number;
  /** 1: a pig. 0: something else. */
  readonly prediction: 0 | 1;
  /** From 0, no confidence, to 1, certain. */
  readonly confidence: number;
}

/** P-024: from −1, certainly not a pig, to 1, certainly one. null: no results. */
export function findScore(results: readonly AlgorithmResult[]): number | null {
  if (results.length === 0) return null;
  const sum = results.reduce(
    (total, { weight, prediction, confidence }) => total + weight * (2 * prediction - 1) * confidence,
    0,
  );
  return sum / results.length;
}

/** P-025: with one decimal. */
export function toPercent(score: number): number {
  return Math.round((50 * score + 50) * 10) / 10;
}
