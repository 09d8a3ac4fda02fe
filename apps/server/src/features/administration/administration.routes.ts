import type { Routes } from '@waymark/contract/routes/index';
import { normaliseEmail } from '@waymark/domain/account/email';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import { removeGroup, saveGroup } from './groups.service.ts';
import { removeUser, saveGroupUser, saveLocalUser, saveStaff, type UserEditing } from './user-edits.service.ts';
import { hasGroup, listCompanyUsers, listGroups, listStaff, findUserById } from '../users/users.queries.ts';
import { getCurrentUser, updateMessaging } from '../text-messages/text-messages.api.ts';
import type { Database } from '../../platform/database/database.ts';
import * as session from '../session/session.api.ts';
import { saveTimes } from './times.service.ts';
import { saveCompanyChoice, saveOwnChoice } from './choices.service.ts';
import { readKnownId, type SentUser } from './sent-user.ts';

export function createUsersHandlers(editing: UserEditing): Handlers<Routes['users']> {
  const { database, ownNumber } = editing;
  return {
    getCurrentUser: (_input, call) => getCurrentUser(database, call.actor, ownNumber),
    updateMessagingState: async ({ body }, call) => {
      const isOptedIn = body.a2pMessagingOptInState ?? body.a2PMessagingOptInState ?? false;
      await updateMessaging(database, originOf(call), call.actor, { isOptedIn, phone: body.phone }, ownNumber);
      return {};
    },
    saveUnits: ({ body }, call) =>
      saveOwnChoice(database, originOf(call), call.actor.userId, { of: 'units', value: body.units }, ownNumber),
    saveLanguage: ({ body }, call) =>
      saveOwnChoice(database, originOf(call), call.actor.userId, { of: 'language', value: body.language }, ownNumber),
    saveTimes: ({ body }, call) => saveTimes(database, originOf(call), call.actor.userId, body, ownNumber),
    saveCompanyUnits: ({ body }, call) =>
      saveCompanyChoice(database, originOf(call), call.actor, { of: 'units', value: body.units }, ownNumber),
    saveCompanyLanguage: ({ body }, call) =>
      saveCompanyChoice(database, originOf(call), call.actor, { of: 'language', value: body.language }, ownNumber),
    listCompanyUsers: (_input, call) => listCompanyUsers(database.read(scopeOfCall(call))),
    listGroups: (_input, call) => listGroups(database.read(scopeOfCall(call))),
    listGroupUsers: async ({ params }, call) => {
      const reader = database.read(scopeOfCall(call));
      if (!(await hasGroup(reader, params.groupId))) throw problem('not-found');
      return listCompanyUsers(reader, params.groupId);
    },
    saveLocalUser: async ({ body }, call) => {
      await confirmOwnEdit(database, call, body);
      return saveLocalUser(editing, originOf(call), body);
    },
    removeLocalUser: async ({ params }, call) => {
      await removeUser(database, originOf(call), params.id);
      return {};
    },
    saveGroupUser: ({ body }, call) => saveGroupUser(editing, originOf(call), body),
    removeUser: async ({ params }, call) => {
      await removeUser(database, originOf(call), params.id);
      return {};
    },
    listStaff: (_input, call) => listStaff(database.read(scopeOfCall(call))),
    saveStaff: async ({ body }, call) => {
      await confirmOwnEdit(database, call, body);
      return saveStaff(editing, originOf(call), body);
    },
    saveGroup: ({ body }, call) => saveGroup(database, originOf(call), body),
    removeGroup: async ({ params }, call) => {
      await removeGroup(database, originOf(call), params.id);
      return {};
    },
  };
}

interface OwnEdit extends SentUser {
  readonly currentPassword?: string | undefined;
}

/**
 * Callers change their own e-mail only with their password: a link mailed to it sets a new password. Their own password
 * has a call of its own.
 */
async function confirmOwnEdit(database: Database, call: SignedInCall, sent: OwnEdit): Promise<void> {
  const { userId } = call.actor;
  if (readKnownId(sent) !== userId) return;
  if (sent.password) throw problem('own-password');
  const stored = await findUserById(database.read(scopeOfCall(call)), userId);
  if (sent.email === undefined || stored?.email === normaliseEmail(sent.email)) return;
  await session.confirmCaller(database, call, sent.currentPassword);
}
