import type { RouteDefinition } from '../route.ts';
import { alertsRoutes } from './alerts.ts';
import { auditRoutes } from './audit.ts';
import { broadcastRoutes } from './broadcast.ts';
import { calendarRoutes } from './calendar.ts';
import { commandsRoutes } from './commands.ts';
import { controlPointsRoutes } from './control-points.ts';
import { devicesRoutes } from './devices.ts';
import { downloadsRoutes } from './downloads.ts';
import { eventHooksRoutes } from './event-hooks.ts';
import { finishedRunsRoutes } from './finished-runs.ts';
import { fleetRoutes } from './fleet.ts';
import { groundRoutes } from './ground.ts';
import { healthRoutes } from './health.ts';
import { historyRoutes } from './history.ts';
import { keysRoutes } from './keys.ts';
import { onCallRoutes } from './on-call.ts';
import { outboxRoutes } from './outbox.ts';
import { passagesRoutes } from './passages.ts';
import { pathsRoutes } from './paths.ts';
import { reachRoutes } from './reach.ts';
import { rejectionsRoutes } from './rejections.ts';
import { reportMailsRoutes } from './report-mails.ts';
import { reportsRoutes } from './reports.ts';
import { runsRoutes } from './runs.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { sessionRoutes } from './session.ts';
import { sharesRoutes } from './shares.ts';
import { shiftRoutes } from './shift.ts';
import { silencesRoutes } from './silences.ts';
import { systemRoutes } from './system.ts';
import { toolsRoutes } from './tools.ts';
import { usersRoutes } from './users.ts';
import { wallboardsRoutes } from './wallboards.ts';
import { webhooksRoutes } from './webhooks.ts';

/** Every call of the API by feature. */
export const routes = {
  session: sessionRoutes,
  secondFactor: secondFactorRoutes,
  keys: keysRoutes,
  wallboards: wallboardsRoutes,
  users: usersRoutes,
  devices: devicesRoutes,
  fleet: fleetRoutes,
  history: historyRoutes,
  passages: passagesRoutes,
  commands: commandsRoutes,
  broadcast: broadcastRoutes,
  paths: pathsRoutes,
  tools: toolsRoutes,
  runs: runsRoutes,
  finishedRuns: finishedRunsRoutes,
  shares: sharesRoutes,
  reports: reportsRoutes,
  controlPoints: controlPointsRoutes,
  reportMails: reportMailsRoutes,
  calendar: calendarRoutes,
  downloads: downloadsRoutes,
  webhooks: webhooksRoutes,
  eventHooks: eventHooksRoutes,
  alerts: alertsRoutes,
  silences: silencesRoutes,
  onCall: onCallRoutes,
  shift: shiftRoutes,
  outbox: outboxRoutes,
  reach: reachRoutes,
  audit: auditRoutes,
  rejections: rejectionsRoutes,
  health: healthRoutes,
  ground: groundRoutes,
  system: systemRoutes,
};
export type Routes = typeof routes;
export type Feature = keyof Routes;

export function listRoutes(): RouteDefinition[] {
  return Object.values(routes).flatMap((feature) => Object.values<RouteDefinition>(feature));
}
