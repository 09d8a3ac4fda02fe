import { inEnglish, markText, type Translate } from '../language/translate.ts';

/** The training data of the shipped models; there is no public collection of real passages. */
export const SIMULATED_DATA = markText('simulated data');

/** Shown beside every percentage: "trained on simulated data". */
export function describeTraining(trainedOn: string, t: Translate = inEnglish): string {
  return t('trained on {data}', { data: t(trainedOn) });
}
