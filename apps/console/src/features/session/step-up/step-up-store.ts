import { create } from 'zustand';
import { shareUnderWay } from '#/api/once.ts';
import { stepUpSource } from '#/api/step-up.ts';

interface StepUpState {
  /** Ends the question; null: none is asked. */
  readonly answer: ((isProved: boolean) => void) | null;
}

export const useStepUp = create<StepUpState>()(() => ({ answer: null }));

/** Calls that are refused at once share one question. */
const ask = shareUnderWay(
  () =>
    new Promise<boolean>((resolve) => {
      const answer = (isProved: boolean) => {
        useStepUp.setState({ answer: null });
        resolve(isProved);
      };
      useStepUp.setState({ answer });
    }),
);

/** Refused calls wait for the user's proof until the returned function is called. */
export function startStepUp(): () => void {
  const before = stepUpSource.put(ask);
  return () => {
    stepUpSource.put(before);
    useStepUp.getState().answer?.(false);
  };
}
