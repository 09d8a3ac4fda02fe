import type { Context } from '../../platform/part.ts';
import { readBrokerAccount } from './broker-files.ts';
import { createCredentialsHandlers } from './credentials.routes.ts';

interface Options extends Context {
  readonly config: { readonly links: { readonly mqttUrl: string | undefined } };
}

export const createCredentialsPart = ({ database, box, config }: Options) => ({
  handlers: { fleet: createCredentialsHandlers(database, box, readBrokerAccount(config.links.mqttUrl)) },
});
