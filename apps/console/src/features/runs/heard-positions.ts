import { readEtas, type ShownEtas } from '@waymark/domain/run/estimate/location-message';
import type { Place } from '@waymark/domain/geo/great-circle';
import { parseUtc } from '@waymark/domain/time/utc';
import { create } from 'zustand';
import type { DataOf } from '#/live/hub-event.ts';

/** The last position of a pig from the server. */
export interface HeardPosition extends ShownEtas {
  /** UTC milliseconds of the server. */
  readonly at: number;
  readonly place: Place;
  /** Metres per second. */
  readonly speed: number;
}

interface HeardStore {
  readonly byRun: ReadonlyMap<number, HeardPosition>;
}

export const useHeardPositions = create<HeardStore>()(() => ({ byRun: new Map() }));

/** null: the message lacks a required value. */
export function readPosition(update: DataOf<'ReceivePigRunUpdate'>): HeardPosition | null {
  const { lat, lon, serverTime, nextETA, completeETA, speed } = update;
  const at = serverTime === undefined ? null : parseUtc(serverTime);
  if (!at?.ok || lat === undefined || lon === undefined || nextETA === undefined || completeETA === undefined)
    return null;
  return { ...readEtas({ nextETA, completeETA }), at: at.value, place: { lat, lon }, speed: speed ?? 0 };
}

export function hearPosition(runId: number, position: HeardPosition): void {
  useHeardPositions.setState(({ byRun }) => ({ byRun: new Map(byRun).set(runId, position) }));
}

export function forgetPosition(runId: number): void {
  useHeardPositions.setState(({ byRun }) => {
    const rest = new Map(byRun);
    rest.delete(runId);
    return { byRun: rest };
  });
}
