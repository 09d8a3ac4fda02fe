import type { Routes } from '@waymark/contract/routes/index';
import { formatRelayClientId } from '@waymark/device-protocol/mqtt/access';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { writeBrokerAccess, writeBrokerPasswords, type BrokerAccount } from './broker-files.ts';
import { listRelays } from './credentials.queries.ts';
import { addRelay, issueCredential, removeRelay, revokeCredential } from './credentials.service.ts';

type CredentialsRoutes = Pick<
  Routes['fleet'],
  | 'issueCredential'
  | 'revokeCredential'
  | 'readBrokerPasswords'
  | 'readBrokerAccess'
  | 'listGateways'
  | 'addGateway'
  | 'removeGateway'
>;

export function createCredentialsHandlers(
  database: Database,
  box: SecretBox,
  broker: BrokerAccount,
): Handlers<CredentialsRoutes> {
  return {
    issueCredential: ({ params }, call) => issueCredential(database, box, originOf(call), params.uid),
    revokeCredential: async ({ params }, call) => {
      await revokeCredential(database, originOf(call), params.uid);
      return {};
    },
    readBrokerPasswords: (_input, call) => writeBrokerPasswords(database.read(scopeOfCall(call)), broker),
    readBrokerAccess: (_input, call) => writeBrokerAccess(database.read(scopeOfCall(call)), broker),
    listGateways: async (_input, call) => {
      const relays = await listRelays(database.read(scopeOfCall(call)));
      return relays.map(({ name, uids }) => ({ name, uids, clientId: formatRelayClientId(name) }));
    },
    addGateway: ({ body }, call) => addRelay(database, originOf(call), body),
    removeGateway: async ({ query }, call) => {
      await removeRelay(database, originOf(call), query.name);
      return {};
    },
  };
}
