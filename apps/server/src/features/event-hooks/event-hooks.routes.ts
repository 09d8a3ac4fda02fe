import type { Routes } from '@waymark/contract/routes/index';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import { findDelivery, findHook, listDeliveries, listHooks } from './event-hooks.queries.ts';
import { addHook, changeHook, removeHook, rotateSecret, type HookParts } from './event-hooks.service.ts';
import { replay, replayDead, sendTest } from './replays.service.ts';

export function createEventHooksHandlers(parts: HookParts): Handlers<Routes['eventHooks']> {
  const readerOf = (call: SignedInCall) => parts.database.read(scopeOfCall(call));
  return {
    listEventHooks: (_input, call) => listHooks(readerOf(call)),
    addEventHook: ({ body }, call) => addHook(parts, originOf(call), body),
    changeEventHook: ({ params, body }, call) => changeHook(parts, originOf(call), params.id, body),
    removeEventHook: async ({ params }, call) => {
      await removeHook(parts, originOf(call), params.id);
      return {};
    },
    rotateEventHookSecret: ({ params }, call) => rotateSecret(parts, originOf(call), params.id),
    testEventHook: ({ params }, call) => sendTest(parts, originOf(call), params.id),
    listEventDeliveries: async ({ params, query }, call) => {
      if (!(await findHook(readerOf(call), params.id))) throw problem('webhook-not-found');
      return listDeliveries(readerOf(call), params.id, query);
    },
    readEventDelivery: async ({ params }, call) => {
      const delivery = await findDelivery(readerOf(call), params);
      if (!delivery) throw problem('webhook-delivery-not-found');
      return delivery;
    },
    replayEventDelivery: async ({ params }, call) => {
      await replay(parts, originOf(call), params);
      return {};
    },
    replayDeadDeliveries: ({ params }, call) => replayDead(parts, originOf(call), params.id),
  };
}
