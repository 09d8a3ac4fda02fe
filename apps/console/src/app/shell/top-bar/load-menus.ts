import { loadPart } from '#/api/load-part.ts';

export const loadUserMenu = () => loadPart(() => import('./UserMenuList.tsx'));
export const loadAlertBell = () => loadPart(async () => (await import('../late-lists.ts')).loadBell());
export const loadHelpMenu = () => loadPart(() => import('./HelpMenuList.tsx'));
