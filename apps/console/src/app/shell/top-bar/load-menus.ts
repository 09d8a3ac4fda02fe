import { loadPart } from '#/api/load-part.ts';

export const loadUserMenu = () => loadPart(() => import('./UserMenuList.tsx'));
export const loadHelpMenu = () => loadPart(() => import('./HelpMenuList.tsx'));
