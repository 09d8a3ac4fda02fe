import type { RouteReply } from '@waymark/contract/route';
import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { addAgm, listGroupAgms, removeAgm, type IssueCredential, type IssueCredentials } from './fleet.service.ts';
import { importAgms } from './import-agms.service.ts';
import { moveToSite, readSite } from './sites.service.ts';
import { updateAgm } from './update-agm.service.ts';

type FleetRoutes = Pick<
  Routes['fleet'],
  'listGroupAgms' | 'addAgm' | 'updateAgm' | 'importAgms' | 'removeAgm' | 'readSite' | 'moveToSite'
>;
type Credential = RouteReply<Routes['fleet']['addAgm']>['credential'];

interface Credentials {
  readonly issue: IssueCredential<Credential>;
  readonly issueAll: IssueCredentials<Credential>;
}

export function createFleetHandlers(database: Database, { issue, issueAll }: Credentials): Handlers<FleetRoutes> {
  return {
    listGroupAgms: ({ params }, call) => listGroupAgms(database.read(scopeOfCall(call)), params.groupId),
    addAgm: ({ body }, call) => addAgm(database, originOf(call), body, issue),
    updateAgm: ({ params, body }, call) => updateAgm(database, originOf(call), { uid: params.uid, sent: body }, issue),
    importAgms: ({ body }, call) => importAgms(database, originOf(call), body, issueAll),
    removeAgm: async ({ params }, call) => {
      await removeAgm(database, originOf(call), params.uid);
      return {};
    },
    readSite: ({ params }, call) => readSite(database.read(scopeOfCall(call)), params.uid),
    moveToSite: ({ params, body }, call) => moveToSite(database, originOf(call), params.uid, body),
  };
}
