import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import {
  listAlertEvents,
  listAlertsById,
  listAlertsOfRun,
  listAlertsSince,
  listClosedAlerts,
  listOpenAlerts,
  readLimits,
} from './alerts.queries.ts';
import { acknowledgeAlerts, assignAlert, closeAlerts, commentAlert, saveLimits } from './alerts.service.ts';
import { storeVisit } from './alerts.store.ts';
import { acknowledgeByLink, readAnswer } from './answers.service.ts';

export function createAlertsHandlers(database: Database, now: () => number): Handlers<Routes['alerts']> {
  const open = (call: SignedInCall) => database.read(scopeOfCall(call));
  return {
    listAlerts: (_input, call) => listOpenAlerts(open(call)),
    listClosedAlerts: ({ query }, call) => listClosedAlerts(open(call), query),
    listAlertsOfRun: async ({ params }, call) => ({ alerts: await listAlertsOfRun(open(call), params.id) }),
    listAlertsSince: (_input, call) => listAlertsSince(open(call), call.actor.userId),
    visitAlerts: async (_input, call) => {
      await database.change(originOf(call), (change) => storeVisit(change, call.actor.userId, now()));
      return {};
    },
    readAlertLimits: (_input, call) => readLimits(open(call), call.actor),
    saveAlertLimits: ({ body }, call) => saveLimits(database, originOf(call), call.actor, body),
    acknowledgeAlerts: ({ body }, call) => acknowledgeAlerts(database, originOf(call), body, now()),
    readAnswer: ({ body }) => readAnswer(database, body.token),
    acknowledgeByLink: ({ body }, call) => acknowledgeByLink(database, call, body.token, now()),
    closeAlerts: ({ body }, call) => closeAlerts(database, originOf(call), body, now()),
    readAlert: async ({ params }, call) => {
      const [alert] = await listAlertsById(open(call), [params.id]);
      if (!alert) throw problem('alert-not-found');
      return { alert, events: await listAlertEvents(open(call), params.id) };
    },
    commentAlert: ({ params, body }, call) => commentAlert(database, originOf(call), params.id, body.note, now()),
    assignAlert: ({ params, body }, call) => assignAlert(database, originOf(call), params.id, body.userId, now()),
  };
}
