import type { Role } from '@waymark/contract/roles';
import { t } from '#/language/t.ts';

/** The roles as users read them. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: t('viewer'),
  admin: t('admin'),
  superadmin: t('superadmin'),
};
