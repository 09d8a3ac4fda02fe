import type { Routes } from '@waymark/contract/routes/index';
import { scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { readReach } from './reach.queries.ts';
import { addBrowser, dropBrowser, sendTest, type ReachParts } from './reach.service.ts';

export function createReachHandlers(parts: ReachParts): Handlers<Routes['reach']> {
  const { database, setUp } = parts;
  return {
    readReach: (_input, call) => readReach(database.read(scopeOfCall(call)), call.actor.userId, setUp),
    addBrowser: ({ body }, call) => addBrowser(parts, call, body),
    removeBrowser: ({ params }, call) => dropBrowser(parts, call, params.id),
    sendTest: ({ body }, call) => sendTest(parts, call, body.medium),
  };
}
