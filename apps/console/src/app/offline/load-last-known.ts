/** Apart, because it carries the list of all that the opening needs: the login screen is spared that list. */
export const loadLastKnown = () => import('./open-last-known.ts');
