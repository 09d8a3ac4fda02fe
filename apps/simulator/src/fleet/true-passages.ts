import type { RunPassage } from '@waymark/domain/run/run';
import { HALF_RECORD_MS } from '../passage/passage-event.ts';
import type { Encounter } from './pig-traffic.ts';

/** Returns a test for passages of the pig; false triggers of a device have other times. */
export function matchEncounters(
  encounters: readonly Encounter[],
): (passage: Pick<RunPassage, 'uid' | 'passageAt'>) => boolean {
  const truth = new Map(encounters.map(({ device, passing }) => [device.uid, passing.at]));
  return ({ uid, passageAt }) => Math.abs((truth.get(uid ?? 0) ?? 0) - passageAt) < HALF_RECORD_MS;
}
