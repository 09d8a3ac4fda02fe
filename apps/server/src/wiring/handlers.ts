import type { RouteDefinition } from '@waymark/contract/route';
import { routes, type Routes } from '@waymark/contract/routes/index';
import type { Handlers } from '../platform/http/handlers.ts';
import type { AnyHandler } from '../platform/http/register-route.ts';

/** A single handler per route of the contract. A missing one does not compile. */
export type AllHandlers = { readonly [Feature in keyof Routes]: Handlers<Routes[Feature]> };

export function listHandlers(handlers: AllHandlers): Array<readonly [RouteDefinition, AnyHandler]> {
  return Object.entries(routes).flatMap(([feature, ofFeature]) =>
    Object.entries<RouteDefinition>(ofFeature).map(([name, route]) => {
      const implementations = handlers[feature as keyof Routes] as unknown as Readonly<Record<string, AnyHandler>>;
      const handler = implementations[name];
      if (!handler) throw new Error(`no handler for ${feature}.${name}`);
      return [route, handler] as const;
    }),
  );
}
