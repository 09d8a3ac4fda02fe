import { useRef, useState } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { DownloadChoice, Message } from './choice.view.ts';
import { showSession } from './download-windows.ts';
import { callFor, toFailure } from './flow-calls.ts';
import { IDLE, isAtRest, stepFlow, type FlowEvent, type OpenSession } from './flow.ts';

export type FlowDialog =
  | { readonly kind: 'question'; readonly open: OpenSession }
  | { readonly kind: 'message'; readonly message: Message };

/** Drives the flow: starts the calls of its states, and shows their questions. */
export function useDownloadFlow() {
  const dialogs = useDialogChain<FlowDialog>();
  const current = useRef(IDLE);
  const [isBusy, setBusy] = useState(false);

  const send = (event: FlowEvent): void => {
    const before = current.current;
    const state = stepFlow(before, event);
    if (state === before) return;
    current.current = state;
    setBusy(!isAtRest(state) && state.step !== 'asking');
    if (state.step === 'asking') dialogs.open({ kind: 'question', open: state.open });
    else if (state.step === 'telling') dialogs.open({ kind: 'message', message: state.message });
    else dialogs.close();
    if (state.step === 'started') showSession(state.sessionId);
    callFor(state)?.then(send, (error: unknown) => {
      logFailure(error);
      send({ type: 'failed', failure: toFailure(error) });
    });
  };

  return { begin: (choice: DownloadChoice) => send({ type: 'begun', choice }), send, isBusy, dialogs };
}

export type DownloadFlow = ReturnType<typeof useDownloadFlow>;
