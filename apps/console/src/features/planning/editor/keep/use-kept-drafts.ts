import { useEffect } from 'react';
import { getBearerSource } from '#/api/bearer.ts';
import { hasUnsavedChanges, useEditor } from '../editor-store.ts';
import { forgetKept, keepDraft } from './kept-drafts.ts';

/** Debounce: typing writes once, and a crash loses little. */
const REST_MS = 400;

type Editing = ReturnType<typeof useEditor.getState>;

function keep(userId: number, editing: Editing): void {
  const { draft, saved } = editing;
  if (!draft) return;
  if (hasUnsavedChanges(editing)) keepDraft(userId, { draft, saved, keptAt: Date.now() });
  else forgetKept(userId, draft.pathId);
}

/** Deletes a discarded draft; if the session has ended, keeps it for the next sign-in. */
function settle(userId: number, before: Editing): void {
  if (before.draft && getBearerSource().readToken() !== null) forgetKept(userId, before.draft.pathId);
  else keep(userId, before);
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedChanges(useEditor.getState())) event.preventDefault();
}

/** Stores unsaved changes, and asks before the page is left. Writes nothing before `isReady`. */
export function useKeptDrafts(userId: number | undefined, isReady: boolean): void {
  useEffect(() => {
    if (userId === undefined || !isReady) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      clearTimeout(timer);
      timer = undefined;
      keep(userId, useEditor.getState());
    };
    const stop = useEditor.subscribe((now, before) => {
      if (now.draft === before.draft && now.saved === before.saved) return;
      clearTimeout(timer);
      timer = undefined;
      // Saved for the first time, or as a new path.
      if (now.draft && before.draft && now.draft.pathId !== before.draft.pathId)
        forgetKept(userId, before.draft.pathId);
      if (now.draft) timer = setTimeout(flush, REST_MS);
      else settle(userId, before);
    });
    window.addEventListener('pagehide', flush);
    flush();
    return () => {
      stop();
      window.removeEventListener('pagehide', flush);
      if (timer !== undefined) flush();
    };
  }, [userId, isReady]);
  useEffect(() => {
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, []);
}
