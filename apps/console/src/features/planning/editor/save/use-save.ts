import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { SaveFault } from '@waymark/domain/path/save-checks';
import { useState } from 'react';
import type { PathFlags } from '@waymark/commands/broadcast-codes';
import { listCodesOfEvent } from '@waymark/commands/path-flags';
import { readSavedPath, writePath } from '@waymark/contract/runs/read-path';
import { t } from '#/language/t.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { listFaults, type EditorDraft, draftOfPath, toPath } from '../draft.ts';
import { changeDraft, showFaults, startEditing, useEditor } from '../editor-store.ts';
import { formatsDisks, hasNowFlags, writeFlags } from '../flags/flags.view.ts';
import { describeSaveFailure, describeSent, HALF_SAVED, type SaveMessage } from './save.view.ts';
import { findBroadcastHarm, type RunHarm } from '#/features/commands/run-harm.view.ts';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import { pathsQuery, readinessQuery } from '#/features/runs/runs.data.ts';
import { flagsQuery } from '#/features/runs/company.data.ts';

export type SaveStep =
  | { readonly kind: 'faults'; readonly faults: readonly SaveFault[] }
  | { readonly kind: 'format' }
  | { readonly kind: 'harm'; readonly harm: RunHarm }
  | { readonly kind: 'outdated'; readonly isGone: boolean }
  | { readonly kind: 'failed'; readonly message: SaveMessage };

/** The path has a number now; entries made meanwhile and unsaved flags remain to be saved. */
function keepRest(sent: EditorDraft, version: Pick<EditorDraft, 'pathId' | 'rev'>, areFlagsSaved: boolean): void {
  useEditor.setState(({ draft }) => {
    if (!draft) return {};
    const flags = areFlagsSaved && draft.flags === sent.flags ? null : draft.flags;
    return { draft: { ...draft, ...version, flags }, saved: { ...sent, ...version, flags: null } };
  });
}

/** null: the broadcast of *Now* harms no active run. */
function findHarm({ flags, agms }: EditorDraft): SaveStep | null {
  const harm = flags && findBroadcastHarm(listCodesOfEvent(flags, 'NowEvent'), agms);
  return harm && { kind: 'harm', harm };
}

/** The dialog that must be shown before the save; null: none. */
function findQuestion(draft: EditorDraft): SaveStep | null {
  const faults = listFaults(draft);
  if (faults.length > 0) return { kind: 'faults', faults };
  return draft.flags && formatsDisks(draft.flags) ? { kind: 'format' } : findHarm(draft);
}

/** Handles everything between the Save button and the saved path in the manager. */
export function useSave(onSaved: (pathId: number) => void) {
  const queryClient = useQueryClient();
  const dialogs = useDialogChain<SaveStep>();
  const [isBusy, setBusy] = useState(false);
  const leave = async (sent: EditorDraft, { pathId, sent: words }: Extract<SaveOutcome, { kind: 'saved' }>) => {
    if (useEditor.getState().draft === sent) {
      useEditor.setState({ saved: sent });
      showSuccess(t('Pig path saved.'), words ?? undefined);
      return onSaved(pathId);
    }
    keepRest(sent, { pathId, rev: await readRev(pathId) }, true);
    showSuccess(t('Pig path saved.'), t('What you have changed meanwhile is not.'));
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
  const sendAfter = (step: SaveStep | null) => (step ? dialogs.open(step) : void send());
  const sendIfHarmless = () => {
    const { draft } = useEditor.getState();
    if (draft) sendAfter(findHarm(draft));
  };
  const save = () => {
    const { draft } = useEditor.getState();
    if (!draft || isBusy) return;
    const step = findQuestion(draft);
    if (step?.kind === 'faults') showFaults();
    sendAfter(step);
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
  return { dialogs, isBusy, save, send, sendIfHarmless, loadNewer, saveOver };
}

type SaveOutcome =
  | { readonly kind: 'saved'; readonly pathId: number; readonly sent: string | null }
  /** The path is saved, but the rest of the draft must be saved again. */
  | { readonly kind: 'half'; readonly pathId: number; readonly rev: number | null; readonly message: SaveMessage }
  | { readonly kind: 'outdated'; readonly isGone: boolean }
  | { readonly kind: 'failed'; readonly message: SaveMessage };

async function readPath(pathId: number) {
  return readSavedPath(await callApi('GET /pigrun/pigpath/:pathId', { params: { pathId } }));
}

async function sendPath(draft: EditorDraft): Promise<number> {
  return callApi('POST /pigrun/pigpath/add', {
    body: { ...writePath(toPath(draft)), ...(draft.rev !== null && { rev: draft.rev }) },
  });
}

/**
 * Saves the flags first and then sends the commands of Now, which the server reads from them. Returns a description of
 * what was sent.
 */
async function sendFlags(pathId: number, flags: PathFlags | null): Promise<string | null> {
  if (flags === null) return null;
  await callApi('POST /pigpath/UpdateBroadcastCommandData', { body: { pathId, ...writeFlags(flags) } });
  return hasNowFlags(flags)
    ? describeSent(await callApi('GET /pigpath/CreateBroadcastCommandsForNowEvent/:pathId', { params: { pathId } }))
    : null;
}

/** Revision of the saved path; null if it cannot be read: the next save then overwrites without a question. */
async function readRev(pathId: number): Promise<number | null> {
  return readPath(pathId).then(
    ({ rev }) => rev,
    () => null,
  );
}

function forget(queryClient: QueryClient, pathId: number): void {
  queryClient.removeQueries({ queryKey: flagsQuery(pathId).queryKey });
  void queryClient.invalidateQueries({ queryKey: pathsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: readinessQuery(pathId).queryKey });
}

async function finish(draft: EditorDraft, pathId: number): Promise<SaveOutcome> {
  try {
    return { kind: 'saved', pathId, sent: await sendFlags(pathId, draft.flags) };
  } catch (error) {
    logFailure(error);
    return {
      kind: 'half',
      pathId,
      rev: await readRev(pathId),
      message: { text: HALF_SAVED, reason: toShownError(error) },
    };
  }
}

async function savePath(queryClient: QueryClient, draft: EditorDraft): Promise<SaveOutcome> {
  let pathId: number;
  try {
    pathId = await sendPath(draft);
  } catch (error) {
    logFailure(error);
    const isGone = isApiError(error, 'path-not-found');
    if (isGone || isApiError(error, 'path-changed')) return { kind: 'outdated', isGone };
    return { kind: 'failed', message: { text: describeSaveFailure(draft.pathId), reason: toShownError(error) } };
  }
  const outcome = await finish(draft, pathId);
  forget(queryClient, pathId);
  return outcome;
}

/** Reads the version that another user has saved. */
async function readNewer(pathId: number): Promise<EditorDraft> {
  return draftOfPath(await readPath(pathId));
}
