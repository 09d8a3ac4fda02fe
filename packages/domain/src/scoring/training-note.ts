/** What the shipped models have learned from; no collection of real passages is public. */
export const SIMULATED_DATA = 'simulated data';

/** Stands wherever a percentage is shown: "trained on simulated data". */
export function describeTraining(trainedOn: string): string {
  return `trained on ${trainedOn}`;
}
