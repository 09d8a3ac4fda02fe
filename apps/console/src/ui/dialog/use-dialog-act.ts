import { useState } from 'react';
import { toShownError, type ShownError } from '../state/shown-error.ts';

/**
 * Runs the action of a dialog's main button: busy meanwhile, `onDone` after success, the error stored after failure.
 */
export function useDialogAct(act: () => unknown, onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ShownError>();
  const run = () => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    new Promise((resolve) => resolve(act()))
      .then(onDone, (thrown: unknown) => setError(toShownError(thrown)))
      .finally(() => setBusy(false));
  };
  return { isBusy, error, run, forgetError: () => setError(undefined) };
}
