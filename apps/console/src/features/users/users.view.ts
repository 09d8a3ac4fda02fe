import type { ListedUser } from './users.data.ts';

/** Who has the text in his name or email. */
export function filterUsers(users: readonly ListedUser[], text: string): readonly ListedUser[] {
  const sought = text.trim().toLowerCase();
  return users.filter(({ name, email }) => name.toLowerCase().includes(sought) || email.toLowerCase().includes(sought));
}
