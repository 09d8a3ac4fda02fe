import { brokenConstraint } from '../../platform/database/broken-constraint.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { readKnownId, readNewStaff, readNewUser, readPassword, type SentStaff, type SentUser } from './sent-user.ts';
import { deleteUser, updateUser, type StoredUser, type UserEdit } from './user-edits.store.ts';
import { findCompanyUser, findStaff, holdGroup, lockStaff, lockUser } from './users.queries.ts';
import { readCurrentUser } from './users.service.ts';
import { addUser } from './users.store.ts';

const readerOf = (change: Change) => ({ scope: change.scope, db: change.db });

async function refuseTakenEmail<Outcome>(saving: Promise<Outcome>): Promise<Outcome> {
  try {
    return await saving;
  } catch (error) {
    throw brokenConstraint(error) === 'users_email' ? problem('email-taken') : error;
  }
}

async function requireGroup(change: Change, groupId: number): Promise<void> {
  if (!(await holdGroup(readerOf(change), groupId))) throw problem('group-not-found');
}

function tellList(change: Change, groupId: number | null): void {
  if (groupId !== null) change.push('ReceiveUserListUpdate', { groupId }, { groupId });
}

async function editUser(change: Change, user: StoredUser, edit: UserEdit, revision: number | null | undefined) {
  if (typeof revision === 'number' && revision !== user.revision) throw problem('user-changed');
  if (!(await updateUser(change, user, edit))) return;
  change.push('ReceiveUserUpdate', { userId: user.id }, await readCurrentUser(readerOf(change), user.id));
  tellList(change, user.group_id);
}

async function editCompanyUser(change: Change, userId: number, sent: SentUser, groupId?: number): Promise<void> {
  const password = readPassword(sent);
  if (groupId !== undefined) await requireGroup(change, groupId);
  const user = await lockUser(readerOf(change), userId);
  if (!user || user.group_id === null) throw problem('user-not-found');
  const { name, email, phone, role, revision } = sent;
  await editUser(change, user, { groupId, name, email, phone, role }, revision);
  if (groupId !== undefined && groupId !== user.group_id) tellList(change, groupId);
  if (password !== null) await change.raise('user-password-given', { userId, password });
}

async function addCompanyUser(change: Change, sent: SentUser, groupId: number): Promise<number> {
  const user = { ...readNewUser(sent), groupId, password: readPassword(sent) };
  await requireGroup(change, groupId);
  tellList(change, groupId);
  return addUser(change, user);
}

/** A user of the caller's own company, whatever company was sent. */
export function saveLocalUser(database: Database, origin: ChangeOrigin, sent: SentUser) {
  const { groupId } = origin;
  if (groupId === null) throw problem('forbidden');
  const saving = database.change(origin, async (change) => {
    const known = readKnownId(sent);
    if (known !== null) await editCompanyUser(change, known, sent);
    return findCompanyUser(readerOf(change), known ?? (await addCompanyUser(change, sent, groupId)));
  });
  return refuseTakenEmail(saving);
}

/** A user of the company that was sent; a known one moves there. */
export function saveGroupUser(database: Database, origin: ChangeOrigin, sent: SentUser) {
  const saving = database.change(origin, async (change) => {
    const known = readKnownId(sent);
    if (known !== null) await editCompanyUser(change, known, sent, sent.group ?? undefined);
    return findCompanyUser(readerOf(change), known ?? (await addCompanyUser(change, sent, sent.group ?? 0)));
  });
  return refuseTakenEmail(saving);
}

async function editStaff(change: Change, userId: number, { name, email, phone, revision }: SentStaff): Promise<void> {
  const user = await lockUser(readerOf(change), userId);
  if (user?.role !== 'superadmin') throw problem('user-not-found');
  await editUser(change, user, { name, email, phone }, revision);
}

export function saveStaff(database: Database, origin: ChangeOrigin, sent: SentStaff) {
  const saving = database.change(origin, async (change) => {
    const known = readKnownId(sent);
    if (known !== null) await editStaff(change, known, sent);
    const added = () => addUser(change, { ...readNewStaff(sent), groupId: null, role: 'superadmin', password: null });
    return findStaff(readerOf(change), known ?? (await added()));
  });
  return refuseTakenEmail(saving);
}

/** Whoever the scope reaches, but not oneself and not the last superadmin. */
export async function removeUser(database: Database, origin: ChangeOrigin, userId: number): Promise<void> {
  if (userId === origin.userId) throw problem('own-user');
  await database.change(origin, async (change) => {
    const staff = await lockStaff(readerOf(change));
    const user = await lockUser(readerOf(change), userId);
    if (!user) throw problem('user-not-found');
    if (user.role === 'superadmin' && staff.length === 1) throw problem('last-superadmin');
    await deleteUser(change, user);
    tellList(change, user.group_id);
  });
}
