import { describeTraining } from '../../packages/domain/src/scoring/score.ts';
import { ALGORITHMS } from '../../packages/signals/src/scoring/scoring-model.ts';
import {
  measureQuality,
  tabulateConfusion,
  tabulateReliability,
} from '../../packages/signals/src/scoring/training/quality.ts';
import { JUDGES } from '../../packages/signals/src/scoring/training/train-and-test.ts';
import type { Trained } from './trained.ts';

const HEAD = ['accuracy', 'AUC', 'found at 1 %', 'Brier', 'ECE'];
const NAME = 20;
const COLUMN = 14;

function line(name: string, cells: readonly (string | number)[]): string {
  const texts = cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(3) : cell).padStart(COLUMN));
  return name.padEnd(NAME) + texts.join('');
}

/**
 * Figures for records that training has not used. "found at 1 %": share of passages found at one false alarm in a
 * hundred other records.
 */
export function describeTrained({ name, model, judged }: Trained): string[] {
  const confusions = tabulateConfusion(judged.fused).map(({ kind, wrong, count }) => `${kind} ${wrong}/${count}`);
  const steps = tabulateReliability(judged.fused);
  return [
    '',
    line(name, HEAD),
    ...JUDGES.map((judge) => {
      const { accuracy, auc, foundAtOnePercent, brier, calibrationError } = measureQuality(judged[judge]);
      return line(`  ${judge}`, [accuracy, auc, foundAtOnePercent, brier, calibrationError]);
    }),
    `  wrong: ${confusions.join(', ')}`,
    `  said → true: ${steps.map((step) => `${step.said.toFixed(2)} → ${step.true.toFixed(2)} (${step.count})`).join(', ')}`,
    `  weights: ${ALGORITHMS.map((algorithm) => model[algorithm].weight).join(', ')}; sharpness ${model.sharpness}; ${describeTraining(model.trainedOn)}`,
  ];
}
