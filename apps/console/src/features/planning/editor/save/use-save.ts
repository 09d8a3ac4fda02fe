import { useQueryClient } from '@tanstack/react-query';
import { findSaveFault } from '@waymark/domain/path/save-checks';
import { describePathFault } from '@waymark/domain/words/refusals';
import { useState } from 'react';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { toChecked, type EditorDraft } from '../draft.ts';
import { changeDraft, startEditing, useEditor } from '../editor-store.ts';
import { formatsDisks } from '../flags/flags.view.ts';
import { readNewer, readPath, readRev, savePath, type SaveOutcome } from './save-path.ts';
import type { SaveMessage } from './save.view.ts';

export type SaveStep =
  | { readonly kind: 'fault'; readonly fault: string }
  | { readonly kind: 'format' }
  | { readonly kind: 'outdated'; readonly isGone: boolean }
  | { readonly kind: 'failed'; readonly message: SaveMessage };

/** The path has a number now; what was typed meanwhile, and flags that were not saved, are left to save. */
function keepRest(sent: EditorDraft, version: Pick<EditorDraft, 'pathId' | 'rev'>, areFlagsSaved: boolean): void {
  useEditor.setState(({ draft }) => {
    if (!draft) return {};
    const flags = areFlagsSaved && draft.flags === sent.flags ? null : draft.flags;
    return { draft: { ...draft, ...version, flags }, saved: { ...sent, ...version, flags: null } };
  });
}

/** From the Save button to the path in the manager, with everything that may come between. */
export function useSave(onSaved: (pathId: number) => void) {
  const queryClient = useQueryClient();
  const dialogs = useDialogChain<SaveStep>();
  const [isBusy, setBusy] = useState(false);
  const leave = async (sent: EditorDraft, { pathId, sent: words }: Extract<SaveOutcome, { kind: 'saved' }>) => {
    if (useEditor.getState().draft === sent) {
      useEditor.setState({ saved: sent });
      showSuccess('Pig path saved.', words ?? undefined);
      return onSaved(pathId);
    }
    keepRest(sent, { pathId, rev: await readRev(pathId) }, true);
    showSuccess('Pig path saved.', 'What you have changed meanwhile is not.');
  };
  const tell = async (sent: EditorDraft, outcome: SaveOutcome) => {
    if (outcome.kind === 'saved') return leave(sent, outcome);
    if (outcome.kind !== 'half') return dialogs.open(outcome);
    const { pathId, rev } = outcome;
    keepRest(sent, { pathId, rev }, false);
    dialogs.open({ kind: 'failed', message: outcome.message });
  };
  const send = async () => {
    const { draft } = useEditor.getState();
    if (!draft) return;
    setBusy(true);
    try {
      await tell(draft, await savePath(queryClient, draft));
    } finally {
      setBusy(false);
    }
  };
  const save = () => {
    const { draft } = useEditor.getState();
    if (!draft || isBusy) return;
    const fault = findSaveFault(toChecked(draft));
    if (fault !== null) dialogs.open({ kind: 'fault', fault: describePathFault({ code: fault }) });
    else if (draft.flags && formatsDisks(draft.flags)) dialogs.open({ kind: 'format' });
    else void send();
  };
  const loadNewer = async () => {
    const { draft } = useEditor.getState();
    if (!draft) return;
    startEditing(await readNewer(draft.pathId));
    dialogs.close();
  };
  const saveOver = async (isGone: boolean) => {
    const { draft } = useEditor.getState();
    if (!draft) return;
    const found = isGone ? { pathId: -1, rev: null } : { rev: (await readPath(draft.pathId)).rev };
    changeDraft(found);
    dialogs.close();
    await send();
  };
  return { dialogs, isBusy, save, send, loadNewer, saveOver };
}
