/**
 * A separate file, because it imports everything that the offline start needs, which the login screen must not load.
 */
export const loadLastKnown = () => import('./open-last-known.ts');
