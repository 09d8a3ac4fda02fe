import type { PathFlags } from '@waymark/commands/broadcast-codes';
import type { QueryClient } from '@tanstack/react-query';
import { readSavedPath, writePath } from '@waymark/contract/runs/read-path';
import { isApiError } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/log-failure.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import { pathsQuery, readinessQuery } from '#/features/runs/runs.data.ts';
import { draftOfPath, toPath, type EditorDraft } from '../draft.ts';
import { flagsQuery } from '#/features/runs/company.data.ts';
import { hasNowFlags, writeFlags } from '../flags/flags.view.ts';
import { describeSaveFailure, describeSent, HALF_SAVED, type SaveMessage } from './save.view.ts';

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly pathId: number; readonly sent: string | null }
  /** The path is saved, but the rest of the draft must be saved again. */
  | { readonly kind: 'half'; readonly pathId: number; readonly rev: number | null; readonly message: SaveMessage }
  | { readonly kind: 'outdated'; readonly isGone: boolean }
  | { readonly kind: 'failed'; readonly message: SaveMessage };

export async function readPath(pathId: number) {
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
export async function readRev(pathId: number): Promise<number | null> {
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

export async function savePath(queryClient: QueryClient, draft: EditorDraft): Promise<SaveOutcome> {
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
export async function readNewer(pathId: number): Promise<EditorDraft> {
  return draftOfPath(await readPath(pathId));
}
