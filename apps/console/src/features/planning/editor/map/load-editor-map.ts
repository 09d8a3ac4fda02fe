/** Apart, because it carries the list of all that the editor's map needs: who only may need it is spared that list. */
export const loadEditorMap = async () => (await import('./EditorMap.tsx')).EditorMap;
