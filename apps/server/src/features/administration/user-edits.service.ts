import type { CompanyId, UserId } from '@waymark/domain/ids';
import { sql } from 'kysely';
import { brokenConstraint } from '../../platform/database/storage-failure.ts';
import type { Change, ChangeOrigin } from '../../platform/database/change.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { refuseNewPassword } from '../../platform/passwords/refuse-new-password.ts';
import * as session from '../session/session.api.ts';
import * as textMessages from '../text-messages/text-messages.api.ts';
import type { OwnNumber } from '../text-messages/text-messages.queries.ts';
import { readKnownId, readNewStaff, readNewUser, type SentStaff, type SentUser } from './sent-user.ts';
import { deleteUser, updateUser, type StoredUser, type UserEdit } from './user-edits.store.ts';
import {
  findCompanyUser,
  findStaff,
  findUserById,
  holdGroup,
  lockStaff,
  lockUser,
  findUserByEmail,
} from '../users/users.queries.ts';
import { addUser } from './add-user.store.ts';
import { inCompany, systemScope } from '../../platform/access/scope.ts';

/** Above this limit every new e-mail of the company is refused, so that a refusal does not reveal whether an account exists. */
const REFUSALS_AN_HOUR = 5;

const REFUSED_ACTION = 'email-refused';

const readerOf = (change: Change) => ({ scope: change.scope, db: change.db });

export interface UserEditing {
  readonly database: Database;
  readonly ownNumber: OwnNumber;
}

async function saveWithEmail<Outcome>(
  database: Database,
  origin: ChangeOrigin,
  sent: SentStaff,
  save: (change: Change) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await database.change(origin, save);
  } catch (error) {
    if (brokenConstraint(error) !== 'users_email') throw error;
    return refuseTakenEmail(database, origin, sent.email ?? '');
  }
}

/**
 * The hash of the sent password; null for a missing password or an empty form field. The password is hashed before the
 * transaction, so that no database connection waits for it.
 */
async function hashSentPassword(database: Database, origin: ChangeOrigin, sent: SentUser) {
  const { password = '' } = sent;
  if (password === '') return null;
  const known = readKnownId(sent);
  const stored = known === null ? undefined : await findUserById(database.read(origin.scope), known);
  if (known !== null && !stored) throw problem('user-not-found');
  if (stored && stored.external_issuer !== null) throw problem('external-user');
  const refusal = refuseNewPassword(password, {
    name: sent.name ?? stored?.name ?? '',
    email: sent.email ?? stored?.email ?? '',
  });
  if (refusal !== null) throw problem('password-invalid', { detail: refusal });
  return { hash: await session.hashPassword(password, { key: `user:${origin.userId}`, failures: 0 }) };
}

async function requireGroup(change: Change, groupId: CompanyId): Promise<void> {
  if (!(await holdGroup(readerOf(change), groupId))) throw problem('group-not-found');
}

function tellList(change: Change, groupId: CompanyId | null): void {
  if (groupId !== null) change.push('ReceiveUserListUpdate', { groupId }, { groupId });
}

interface EditTerms {
  readonly revision: number | null | undefined;
  readonly ownNumber: OwnNumber;
}

async function editUser(change: Change, user: StoredUser, edit: UserEdit, { revision, ownNumber }: EditTerms) {
  if (typeof revision === 'number' && revision !== user.revision) throw problem('user-changed');
  if (!(await updateUser(change, user, edit))) return;
  change.push(
    'ReceiveUserUpdate',
    { userId: user.id },
    await textMessages.readCurrentUser(readerOf(change), user.id, ownNumber),
  );
  tellList(change, user.group_id);
}

interface CompanyUserEdit {
  readonly sent: SentUser;
  readonly password: { readonly hash: string } | null;
  readonly groupId?: CompanyId | undefined;
  readonly ownNumber: OwnNumber;
}

async function editCompanyUser(
  change: Change,
  userId: UserId,
  { sent, password, groupId, ownNumber }: CompanyUserEdit,
): Promise<void> {
  if (groupId !== undefined) await requireGroup(change, groupId);
  const user = await lockUser(readerOf(change), userId);
  if (!user || user.group_id === null) throw problem('user-not-found');
  const { name, email, phone, role, revision } = sent;
  await editUser(change, user, { groupId, name, email, phone, role }, { revision, ownNumber });
  if (groupId !== undefined && groupId !== user.group_id) tellList(change, groupId);
  if (password !== null) await session.replacePassword(change, userId, password.hash);
}

async function addCompanyUser(
  change: Change,
  user: ReturnType<typeof readNewUser>,
  password: session.NewPassword | null,
  groupId: CompanyId,
): Promise<number> {
  await requireGroup(change, groupId);
  tellList(change, groupId);
  return addUser(change, { ...user, groupId, password });
}

async function saveCompanyUser(
  editing: UserEditing,
  origin: ChangeOrigin,
  sent: SentUser,
  group: { readonly added: number; readonly moved?: number | undefined },
) {
  const { database, ownNumber } = editing;
  const known = readKnownId(sent);
  const added = known === null ? readNewUser(sent) : null;
  const password = await hashSentPassword(database, origin, sent);
  await demandEmailTry(database, origin, sent.email);
  return saveWithEmail(database, origin, sent, async (change) => {
    if (known !== null) await editCompanyUser(change, known, { sent, password, groupId: group.moved, ownNumber });
    const id = added ? await addCompanyUser(change, added, password, group.added) : known;
    return findCompanyUser(readerOf(change), id ?? 0);
  });
}

/** Saves a user of the caller's own company; the sent company is ignored. */
export async function saveLocalUser(editing: UserEditing, origin: ChangeOrigin, sent: SentUser) {
  const { groupId } = origin;
  if (groupId === null) throw problem('forbidden');
  return saveCompanyUser(editing, origin, sent, { added: groupId });
}

/** Saves a user of the sent company; a known user moves there. */
export async function saveGroupUser(editing: UserEditing, origin: ChangeOrigin, sent: SentUser) {
  return saveCompanyUser(editing, origin, sent, { added: sent.group ?? 0, moved: sent.group ?? undefined });
}

async function editStaff(change: Change, userId: UserId, sent: SentStaff, ownNumber: OwnNumber): Promise<void> {
  const { name, email, phone, revision } = sent;
  const user = await lockUser(readerOf(change), userId);
  if (user?.role !== 'superadmin') throw problem('user-not-found');
  await editUser(change, user, { name, email, phone }, { revision, ownNumber });
}

export function saveStaff({ database, ownNumber }: UserEditing, origin: ChangeOrigin, sent: SentStaff) {
  return saveWithEmail(database, origin, sent, async (change) => {
    const known = readKnownId(sent);
    if (known !== null) await editStaff(change, known, sent, ownNumber);
    const added = () => addUser(change, { ...readNewStaff(sent), groupId: null, role: 'superadmin', password: null });
    return findStaff(readerOf(change), known ?? (await added()));
  });
}

/** Deletes a user in the scope, except the caller and the last superadmin. */
export async function removeUser(database: Database, origin: ChangeOrigin, userId: UserId): Promise<void> {
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

async function isLimitReached(reader: Reader): Promise<boolean> {
  const rows = await reader.db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', REFUSED_ACTION)
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .where(inCompany(reader.scope, 'audit.group_id'))
    .limit(REFUSALS_AN_HOUR)
    .execute();
  return rows.length === REFUSALS_AN_HOUR;
}

/**
 * Refuses an e-mail that is new to the company if another company uses it, or the refusals of the last hour are at the
 * limit. The lock lets calls of a company try one after the other, so that none passes a limit that others reach.
 */
async function demandEmailTry(database: Database, origin: ChangeOrigin, email: string | undefined): Promise<void> {
  const { scope, groupId } = origin;
  if (groupId === null || email === undefined || (await findUserByEmail(database.read(scope), email))) return;
  const isRefused = await database.change(origin, async (change) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${REFUSED_ACTION}, ${groupId}))`.execute(change.db);
    if (await isLimitReached({ scope, db: change.db })) return true;
    if (!(await findUserByEmail({ scope: systemScope('email try'), db: change.db }, email))) return false;
    await change.audit({ action: REFUSED_ACTION, objectType: 'email', objectId: email });
    return true;
  });
  if (isRefused) throw problem('email-refused');
}

/**
 * Callers learn only of accounts that they can see: an e-mail of another company is refused without a reason.
 * The audit entries of these refusals are counted for the limit and reveal an admin who probes addresses.
 */
async function refuseTakenEmail(database: Database, origin: ChangeOrigin, email: string): Promise<never> {
  if (await findUserByEmail(database.read(origin.scope), email)) throw problem('email-taken');
  await database.change(origin, (change) =>
    change.audit({ action: REFUSED_ACTION, objectType: 'email', objectId: email }),
  );
  throw problem('email-refused');
}
