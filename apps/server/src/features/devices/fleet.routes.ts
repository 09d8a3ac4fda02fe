import type { RouteReply } from '@waymark/contract/route';
import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { addAgm, listGroupAgms, removeAgm, type IssueCredential } from './fleet.service.ts';

type FleetRoutes = Pick<Routes['fleet'], 'listGroupAgms' | 'addAgm' | 'removeAgm'>;
type Credential = RouteReply<Routes['fleet']['addAgm']>['credential'];

export function createFleetHandlers(database: Database, issueCredential: IssueCredential<Credential>): Handlers<FleetRoutes> {
  return {
    listGroupAgms: ({ params }, call) => listGroupAgms(database.read(scopeOfCall(call)), params.groupId),
    addAgm: ({ body }, call) => addAgm(database, originOf(call), body, issueCredential),
    removeAgm: async ({ params }, call) => {
      await removeAgm(database, originOf(call), params.uid);
      return {};
    },
  };
}
