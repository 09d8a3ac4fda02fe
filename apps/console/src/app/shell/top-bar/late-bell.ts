// The bell in a part of its own: the importing file contains the list of the part's files, which would otherwise load
// with the first view.

export const loadBell = () => import('#/features/alert-inbox/AlertBell.tsx');
