import { create } from 'zustand';
import { readJson, removeStored, writeJson } from '#/api/browser-storage.ts';

/** Query parameters that name what to open first: a run, a marker, a device or a passage. */
export type StartupQuery = Readonly<Record<string, string>>;

const QUERY_KEY = 'waymark.query';

export function parseQuery(search: string): StartupQuery {
  return Object.fromEntries(new URLSearchParams(search));
}

const isEmpty = (query: StartupQuery) => Object.keys(query).length === 0;

/** The address takes precedence over the stored parameters. */
export function chooseStartupQuery(inAddress: StartupQuery, stored: StartupQuery): StartupQuery {
  return isEmpty(inAddress) ? stored : inAddress;
}

/** Stores the parameters that the sign-in would lose; an empty query changes nothing. */
export function storeStartupQuery(query: StartupQuery): void {
  if (!isEmpty(query)) writeJson(QUERY_KEY, query);
}

function readStoredQuery(): StartupQuery {
  const stored = readJson(QUERY_KEY);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, String(value)]));
}

/** Counts the targets that a user has asked for since the page was loaded: each is opened like one in the address. */
export const useLaterQueries = create<{ readonly count: number }>()(() => ({ count: 0 }));

/** Opens the targets of a query while the console is open, such as those of a push that was clicked. */
export function askQuery(query: StartupQuery): void {
  storeStartupQuery(query);
  useLaterQueries.setState(({ count }) => ({ count: count + 1 }));
}

/** Returns the startup parameters once: the caller must act on them. */
export function takeStartupQuery(search = location.search): StartupQuery {
  const query = chooseStartupQuery(parseQuery(search), readStoredQuery());
  removeStored(QUERY_KEY);
  return query;
}
