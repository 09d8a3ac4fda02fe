import type { Marker } from '@waymark/domain/path/marker';
import { succeed } from '@waymark/domain/result';
import { changeMarker, type RunChange } from '@waymark/domain/run/changes/changes';
import type { Run } from '@waymark/domain/run/run';

/** Applies the differences between two states, and leaves the rest of the markers unchanged. */
export function changeAuto(run: Run, before: readonly Marker[], after: readonly Marker[]): RunChange {
  const was = new Map(before.map((marker) => [marker.name, marker]));
  const changed = after.filter(({ name, autoLink, autoVerify }) => {
    const old = was.get(name);
    return old !== undefined && (old.autoLink !== autoLink || old.autoVerify !== autoVerify);
  });
  let outcome: RunChange = succeed(run);
  for (const { name, autoLink, autoVerify } of changed) {
    if (!outcome.ok) return outcome;
    outcome = changeMarker(outcome.value, name, { autoLink, autoVerify });
  }
  return outcome;
}
