import type { RouteDefinition } from '../route.ts';
import { sessionRoutes } from './session.ts';
import { systemRoutes } from './system.ts';
import { usersRoutes } from './users.ts';

/** Every call of the API, once, by feature. */
export const routes = { session: sessionRoutes, users: usersRoutes, system: systemRoutes };
export type Routes = typeof routes;
export type Feature = keyof Routes;

export function listRoutes(): RouteDefinition[] {
  return Object.values(routes).flatMap((feature) => Object.values<RouteDefinition>(feature));
}
