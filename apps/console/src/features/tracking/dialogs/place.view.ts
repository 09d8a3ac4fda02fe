import type { Place } from '@waymark/domain/geo/great-circle';
import { addMarker } from '@waymark/domain/run/changes/changes';
import type { Run } from '@waymark/domain/run/run';
import { describeRunRefusal } from '@waymark/domain/words/refusals';
import { t } from '#/language/t.ts';

/** Reasons why a place cannot be saved yet, in the words of the requirements. */
export const explainPlace = (place: Place | null): readonly string[] =>
  place ? [] : [t('Valid Lat value is required'), t('Valid Lon value is required')];

/** Reason why a marker with this name cannot be added; null: it can. Does not check the place. */
export function explainNewMarker(run: Run, name: string): string | null {
  const outcome = addMarker(run, { name, lat: run.path.launchSiteLat, lon: run.path.launchSiteLon });
  return outcome.ok ? null : describeRunRefusal(outcome.failure, t);
}
