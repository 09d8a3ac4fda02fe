import { loadPart } from '#/api/load-part.ts';

export const loadUserMenu = () => loadPart(() => import('./UserMenuList.tsx'));
export const loadAlertBell = () => loadPart(() => import('#/features/alert-inbox/AlertBell.tsx'));
export const loadHelpMenu = () => loadPart(() => import('./HelpMenuList.tsx'));
