// A separate file, because it imports everything that the maps of paths need, which the first view does not load.
export const loadSavedPathMap = async () =>
  (await import('#/features/planning/saved-paths/SavedPathMap.tsx')).SavedPathMap;

export const loadEditorMap = async () => (await import('./EditorMap.tsx')).EditorMap;
