import type { Routes } from '@waymark/contract/routes/index';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import { removeGroup, saveGroup } from './groups.service.ts';
import { confirmOwnEdit } from './own-edit.ts';
import { removeUser, saveGroupUser, saveLocalUser, saveStaff, type UserEditing } from './user-edits.service.ts';
import { hasGroup, listCompanyUsers, listGroups, listStaff } from '../users/users.queries.ts';
import { getCurrentUser, updateMessaging } from '../text-messages/text-messages.api.ts';

export function createUsersHandlers(editing: UserEditing): Handlers<Routes['users']> {
  const { database, ownNumber } = editing;
  return {
    getCurrentUser: (_input, call) => getCurrentUser(database, call.actor, ownNumber),
    updateMessagingState: async ({ body }, call) => {
      const isOptedIn = body.a2pMessagingOptInState ?? body.a2PMessagingOptInState ?? false;
      await updateMessaging(database, originOf(call), call.actor, { isOptedIn, phone: body.phone }, ownNumber);
      return {};
    },
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
