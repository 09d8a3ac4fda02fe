import { readJson, removeStored, writeJson } from '#/api/browser-storage.ts';

/** Query parameters that say what to open first: a run, a marker, a device or a passage. */
export type StartupQuery = Readonly<Record<string, string>>;

const QUERY_KEY = 'waymark.query';

export function parseQuery(search: string): StartupQuery {
  return Object.fromEntries(new URLSearchParams(search));
}

const isEmpty = (query: StartupQuery) => Object.keys(query).length === 0;

/** The address wins over what was kept at sign-in. */
export function chooseStartupQuery(inAddress: StartupQuery, stored: StartupQuery): StartupQuery {
  return isEmpty(inAddress) ? stored : inAddress;
}

/** Keeps what the sign-in would lose; nothing given changes nothing. */
export function storeStartupQuery(query: StartupQuery): void {
  if (!isEmpty(query)) writeJson(QUERY_KEY, query);
}

function readStoredQuery(): StartupQuery {
  const stored = readJson(QUERY_KEY);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, String(value)]));
}

/** What to open first. Given once: whoever takes it has to act on it. */
export function takeStartupQuery(search = location.search): StartupQuery {
  const query = chooseStartupQuery(parseQuery(search), readStoredQuery());
  removeStored(QUERY_KEY);
  return query;
}
