/** A separate file, because it imports everything that the editor's map needs, which the first view does not load. */
export const loadEditorMap = async () => (await import('./EditorMap.tsx')).EditorMap;
