import type { Routes } from '@waymark/contract/routes/index';
import type { CompanyId } from '@waymark/domain/ids';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Context } from '../../platform/part.ts';
import { findNamedCompany } from '../users/named-company.queries.ts';
import { readOnCallNow, readOnCallSettings } from './on-call.queries.ts';
import { addOverride, removeOverride, saveEscalation, saveRoster } from './on-call.service.ts';

function createOnCallHandlers(database: Database, now: () => number): Handlers<Routes['onCall']> {
  const open = (call: SignedInCall) => database.read(scopeOfCall(call));
  const companyOf = (call: SignedInCall, groupId?: CompanyId) =>
    findNamedCompany(open(call), call.actor.groupId, groupId);
  return {
    readOnCall: async ({ query: { groupId } }, call) =>
      readOnCallSettings(open(call), await companyOf(call, groupId), now()),
    readOnCallNow: async (_input, call) => readOnCallNow(open(call), await companyOf(call), now()),
    saveRoster: async ({ body: { groupId, ...roster } }, call) =>
      saveRoster(database, originOf(call), await companyOf(call, groupId), roster, now()),
    addOverride: async ({ body: { groupId, ...override } }, call) =>
      addOverride(database, originOf(call), await companyOf(call, groupId), override, now()),
    removeOverride: ({ params }, call) => removeOverride(database, originOf(call), params.id, now()),
    saveEscalation: async ({ body: { groupId, ...escalation } }, call) =>
      saveEscalation(database, originOf(call), await companyOf(call, groupId), escalation, now()),
  };
}

export const createOnCallPart = ({ database }: Context) => ({
  handlers: { onCall: createOnCallHandlers(database, Date.now) },
});
