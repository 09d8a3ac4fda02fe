import type { Context } from '../../platform/part.ts';
import type { OwnNumber } from '../text-messages/text-messages.queries.ts';
import { createUsersHandlers } from './administration.routes.ts';

interface Options extends Context {
  readonly config: { readonly textGateway: OwnNumber };
}

export const createAdministrationPart = ({ database, config }: Options) => ({
  handlers: { users: createUsersHandlers({ database, ownNumber: config.textGateway }) },
});
