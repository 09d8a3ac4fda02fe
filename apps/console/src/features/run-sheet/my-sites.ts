import { create } from 'zustand';
import { readChoice, writeChoice } from '#/features/session/user-choice.ts';
import type { Run } from '@waymark/domain/run/run';

const NAME = 'my-sites';
/** The oldest choices are dropped beyond this. */
const MOST = 200;

/** The marker at which the user waits, by path: the next run on the path shows it too. */
export const useMySites = create<{ readonly sites: ReadonlyMap<string, string> }>()(() => ({ sites: new Map() }));

/** A run whose path was deleted has a choice of its own. */
const keyOf = ({ runId, path }: Run): string => (path.pathId > 0 ? `path ${path.pathId}` : `run ${runId}`);

export const findMySite = (sites: ReadonlyMap<string, string>, run: Run): string | null =>
  sites.get(keyOf(run)) ?? null;

const isPair = (entry: unknown): entry is readonly [string, string] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string');

export const parseSites = (stored: unknown): ReadonlyMap<string, string> =>
  new Map(Array.isArray(stored) ? stored.filter(isPair) : []);

/** The sheet calls it when it opens, because another user may have signed in since. */
export function recallSites(): void {
  useMySites.setState({ sites: parseSites(readChoice(NAME)) });
}

/** Pins the marker, or unpins it if it is pinned. */
export function toggleMySite(run: Run, markerName: string): void {
  const key = keyOf(run);
  const rest = [...useMySites.getState().sites].filter(([other]) => other !== key);
  const isPinned = findMySite(useMySites.getState().sites, run) === markerName;
  const sites = isPinned ? rest : [...rest, [key, markerName] as const];
  useMySites.setState({ sites: new Map(sites.slice(-MOST)) });
  writeChoice(NAME, sites.slice(-MOST));
}
