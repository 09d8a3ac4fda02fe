import type { Place } from '@waymark/domain/geo/great-circle';
import { useUnitStore } from '#/features/units/units.ts';
import { toWorld } from '#/map/signs/cluster-signs.ts';
import { signBoard } from '#/map/signs/sign-board.ts';
import { create } from 'zustand';
import { describePigLabel } from './run-features.ts';
import type { DrawnRun } from './run-feed.ts';

/** A pig on the map and its label. */
export interface ShownPig {
  readonly runId: number;
  readonly place: Place;
  readonly name: string;
  /** "3.11 mph", "overdue" */
  readonly detail: string;
  readonly isOverdue: boolean;
}

/** The pigs on the map, at the places where they are drawn. */
export const usePigs = create<{ readonly pigs: readonly ShownPig[] }>()(() => ({ pigs: [] }));

export function showPigs(runs: Iterable<DrawnRun>): void {
  const { units } = useUnitStore.getState();
  const pigs = [...runs].map(({ tracked, pig: { place }, knowledge }) => {
    const isOverdue = knowledge.overdue !== null;
    return { runId: tracked.run.runId, place, ...describePigLabel(tracked, isOverdue, units), isOverdue };
  });
  const { pigs: before } = usePigs.getState();
  const isSame =
    pigs.length === before.length &&
    pigs.every(({ place, detail }, at) => place === before[at]?.place && detail === before[at].detail);
  if (isSame) return;
  usePigs.setState({ pigs });
  signBoard.putPigs(pigs.map(({ place: { lat, lon } }) => toWorld(lat, lon)));
}
