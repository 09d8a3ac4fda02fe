import { combine } from '@waymark/domain/scoring/verdict';
import { expect, it } from 'vitest';
import { explainVerdict, formatPercent, listScores, VERDICT_ICONS } from './scores.view.ts';

const judged = (prediction: 0 | 1, confidence: number) => [{ weight: 1, prediction, confidence }];

it('[H-026] [H-028] [P-031] each list with results gives a colour, an icon and a percentage', () => {
  const scores = listScores({
    elfMachineLearningResultList: judged(1, 0.893),
    geoMachineLearningResultList: [],
    magMachineLearningResultList: judged(0, 1),
  });
  expect(
    scores.map(({ channel, verdict }) => [
      channel,
      verdict.colour,
      VERDICT_ICONS[verdict.icon],
      formatPercent(verdict),
    ]),
  ).toEqual([
    ['ELF', 'green', 'check', '94.7%'],
    ['MAG', 'red', 'error', '0.0%'],
  ]);
});

it('the tooltip explains the score and its training data', () => {
  const verdict = combine(judged(1, 0.2));
  expect(verdict && explainVerdict(verdict)).toBe('Undecided, trained on simulated data');
});
