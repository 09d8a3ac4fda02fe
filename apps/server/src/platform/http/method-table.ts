import { fullPath, type RouteDefinition } from '@waymark/contract/route';

/** Lists the methods of an address, to distinguish a wrong method (405) from an unknown address (404). */
export function createMethodTable(routes: readonly RouteDefinition[]): (path: string) => string[] {
  const patterns = routes.map((route) => ({
    method: route.method,
    pattern: new RegExp(
      `^${fullPath(route)
        .replaceAll('.', String.raw`\.`)
        .replaceAll(/:\w+/g, String.raw`\d+`)}/?$`,
      'i',
    ),
  }));
  return (path) => patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}
