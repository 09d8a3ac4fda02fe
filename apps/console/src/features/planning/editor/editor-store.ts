import { isEqual } from '@waymark/domain/equal';
import { create } from 'zustand';
import { NEW_DRAFT, type EditorDraft } from './draft.ts';

// The path that is being edited. Panel and map look at the same draft; what is not saved outlives a reload.

/** What a click or a drag on the map does now. */
export type MapTool = 'none' | 'lasso' | 'pick-agms';

interface EditorStore {
  /** null: nothing is edited. */
  readonly draft: EditorDraft | null;
  /** What it was when it was opened or last saved. */
  readonly saved: EditorDraft;
  readonly tool: MapTool;
  /** The marker whose popup is open, by name. */
  readonly marker: string | null;
}

const CLOSED: EditorStore = { draft: null, saved: NEW_DRAFT, tool: 'none', marker: null };

export const useEditor = create<EditorStore>()(() => CLOSED);

export function startEditing(draft: EditorDraft, saved: EditorDraft = draft): void {
  useEditor.setState({ ...CLOSED, draft, saved });
}

export function changeDraft(change: Partial<EditorDraft> | ((draft: EditorDraft) => EditorDraft)): void {
  useEditor.setState(({ draft }) => {
    if (!draft) return {};
    return { draft: typeof change === 'function' ? change(draft) : { ...draft, ...change } };
  });
}

export function chooseTool(tool: MapTool): void {
  useEditor.setState({ tool });
}

export function showMarker(marker: string | null): void {
  useEditor.setState({ marker });
}

export function stopEditing(): void {
  useEditor.setState(CLOSED);
}

export function hasUnsavedChanges({ draft, saved }: Pick<EditorStore, 'draft' | 'saved'>): boolean {
  return draft !== null && !isEqual(draft, saved);
}
