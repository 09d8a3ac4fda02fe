import { nameRole } from '#/features/session/role-words.ts';
import { t } from '#/language/t.ts';

import type { Group, Person } from './users.data.ts';

export function filterUsers<P extends Pick<Person, 'name' | 'email'>>(users: readonly P[], text: string): readonly P[] {
  const sought = text.trim().toLowerCase();
  return users.filter(({ name, email }) => name.toLowerCase().includes(sought) || email.toLowerCase().includes(sought));
}

/** By a part of the name, or by the complete number. */
export function filterGroups(groups: readonly Group[], text: string): readonly Group[] {
  const sought = text.trim().toLowerCase();
  return groups.filter(({ id, groupName }) => groupName.toLowerCase().includes(sought) || String(id) === sought);
}

/** Staff belong to no company; all of them have the same role. */
export function describeRole({ role }: Pick<Person, 'role'>): string {
  return nameRole(role ?? 'superadmin');
}

interface Held {
  /** undefined while unknown. */
  readonly users: number | undefined;
  readonly agms: number | undefined;
}

/** Reason why a company cannot be deleted; undefined if it can. */
export function explainKeptGroup({ users, agms }: Held): string | undefined {
  if (users === undefined || agms === undefined) return t('Loading what belongs to it');
  if (agms === 0 && users === 0) return undefined;
  const held = {
    agms: t('{count} AGM|{count} AGMs', { count: agms }),
    users: t('{count} user|{count} users', { count: users }),
  };
  if (users === 0) return t('Only an empty group can be deleted. This one has {held}.', { held: held.agms });
  if (agms === 0) return t('Only an empty group can be deleted. This one has {held}.', { held: held.users });
  return t('Only an empty group can be deleted. This one has {agms} and {users}.', held);
}
