import type { Role } from '@waymark/contract/roles';
import { markTexts } from '@waymark/domain/language/translate';
import { t } from '#/language/t.ts';

const ROLE_WORDS: Readonly<Record<Role, string>> = markTexts({
  viewer: 'viewer',
  admin: 'admin',
  superadmin: 'superadmin',
});

/** The role as users read it. A function: the build loads this module before the messages. */
export const nameRole = (role: Role): string => t(ROLE_WORDS[role]);
