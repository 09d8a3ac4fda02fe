import { create } from 'zustand';
import { stepUpSource } from '#/api/client.ts';

interface StepUpState {
  /** The calls that wait for the user's proof; they share one question. */
  readonly waiting: readonly ((isProved: boolean) => void)[];
}

export const useStepUp = create<StepUpState>()(() => ({ waiting: [] }));

const ask = () =>
  new Promise<boolean>((resolve) => useStepUp.setState(({ waiting }) => ({ waiting: [...waiting, resolve] })));

/** Ends the question: the calls are sent again, or their refusal stands. */
export function answerStepUp(isProved: boolean): void {
  const { waiting } = useStepUp.getState();
  useStepUp.setState({ waiting: [] });
  for (const resolve of waiting) resolve(isProved);
}

/** Refused calls wait for the user's proof until the returned function is called. */
export function startStepUp(): () => void {
  const before = stepUpSource.put(ask);
  return () => {
    stepUpSource.put(before);
    answerStepUp(false);
  };
}
