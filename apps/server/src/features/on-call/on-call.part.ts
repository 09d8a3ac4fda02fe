import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Context } from '../../platform/part.ts';
import { readOnCallNow, readOnCallSettings } from './on-call.queries.ts';
import { addOverride, companyOf, removeOverride, saveEscalation, saveRoster } from './on-call.service.ts';

function createOnCallHandlers(database: Database, now: () => number): Handlers<Routes['onCall']> {
  const open = (call: SignedInCall) => database.read(scopeOfCall(call));
  return {
    readOnCall: (_input, call) => readOnCallSettings(open(call), companyOf(call.actor), now()),
    readOnCallNow: (_input, call) => readOnCallNow(open(call), companyOf(call.actor), now()),
    saveRoster: ({ body }, call) => saveRoster(database, originOf(call), companyOf(call.actor), body, now()),
    addOverride: ({ body }, call) => addOverride(database, originOf(call), companyOf(call.actor), body, now()),
    removeOverride: ({ params }, call) =>
      removeOverride(database, originOf(call), companyOf(call.actor), params.id, now()),
    saveEscalation: ({ body }, call) => saveEscalation(database, originOf(call), companyOf(call.actor), body, now()),
  };
}

export const createOnCallPart = ({ database }: Context) => ({
  handlers: { onCall: createOnCallHandlers(database, Date.now) },
});
