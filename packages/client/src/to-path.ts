/** The parts of a call beside its address. */
export interface CallParts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

function listPairs(values: unknown): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]: [string, unknown]) =>
    value === undefined || value === null ? [] : [[name, String(value as string | number | boolean)]],
  );
}

/** Builds `/api/admin/user/3?page=1` from '/admin/user/:groupId' and its parameters. */
export function toPath(path: string, { params, query }: CallParts): string {
  const given = new Map(listPairs(params));
  const filled = path.replaceAll(/:([A-Za-z]\w*)/g, (_, name: string) => encodeURIComponent(given.get(name) ?? ''));
  const search = new URLSearchParams(listPairs(query)).toString();
  return `/api${filled}${search === '' ? '' : `?${search}`}`;
}
