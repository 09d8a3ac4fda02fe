import type { Place } from '@waymark/domain/geo/great-circle';
import { addMarker } from '@waymark/domain/run/changes';
import type { Run } from '@waymark/domain/run/run';
import { describeRunRefusal } from '@waymark/domain/words/refusals';

/** What is wrong with a place that may not be set yet, in the documents' words. */
export const explainPlace = (place: Place | null): readonly string[] =>
  place ? [] : ['Valid Lat value is required', 'Valid Lon value is required'];

/** Why a marker of this name cannot be added; null: it can. Where it stands does not matter for that. */
export function explainNewMarker(run: Run, name: string): string | null {
  const outcome = addMarker(run, { name, lat: run.path.launchSiteLat, lon: run.path.launchSiteLon });
  return outcome.ok ? null : describeRunRefusal(outcome.failure);
}
