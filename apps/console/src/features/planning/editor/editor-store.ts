import { isEqual } from '@waymark/domain/equal';
import { create } from 'zustand';
import { NEW_DRAFT, type EditorDraft } from './draft.ts';

// The path being edited. Panel and map share the same draft; unsaved changes survive a reload.

/** The function of a click or drag on the map. */
export type MapTool = 'none' | 'lasso' | 'pick-agms';

interface EditorStore {
  /** null: nothing is being edited. */
  readonly draft: EditorDraft | null;
  /** The draft when it was opened or last saved. */
  readonly saved: EditorDraft;
  readonly tool: MapTool;
  /** A save was refused: the faults are shown at their fields. */
  readonly isRefused: boolean;
  /** Name of the marker whose popup is open. */
  readonly marker: string | null;
}

const CLOSED: EditorStore = { draft: null, saved: NEW_DRAFT, tool: 'none', isRefused: false, marker: null };

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

export function showFaults(): void {
  useEditor.setState({ isRefused: true });
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
