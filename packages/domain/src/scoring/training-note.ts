/** The training data of the shipped models; there is no public collection of real passages. */
export const SIMULATED_DATA = 'simulated data';

/** Shown beside every percentage: "trained on simulated data". */
export function describeTraining(trainedOn: string): string {
  return `trained on ${trainedOn}`;
}
