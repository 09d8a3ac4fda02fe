import type { Alert } from '#/features/alerts/alerts-store.ts';
import { selectDevice } from '#/features/devices/store/selection.ts';
import { selectMarker } from '#/features/runs/run-selection.ts';
import { useTrackedRun } from '#/features/runs/runs-store.ts';
import { openStringline } from '#/features/runs/stringline-store.ts';
import { openRunCard } from '#/features/tracking/show-run.ts';
import { t } from '#/language/t.ts';
import { PLACE_ZOOM } from '#/map/camera/map-limits.ts';
import { flyTo, zoomToDevice } from '#/map/map-commands.ts';
import { hideRuns } from '#/map/tiles/layer-choice.ts';
import type { IconName } from '#/ui/button/icon-paths.ts';

export interface Place {
  readonly label: string;
  readonly icon: IconName;
  readonly open: () => void;
}

/** The places that show the cause of an alert; a completed run has none. */
export function usePlaces({ runId, uid, markerName }: Alert): readonly Place[] {
  const tracked = useTrackedRun(runId ?? 0);
  const device: Place[] =
    uid === null
      ? []
      : [
          {
            label: t('AGM {uid}', { uid }),
            icon: 'place',
            open: () => {
              selectDevice(uid);
              zoomToDevice(uid);
            },
          },
        ];
  if (!tracked || runId === null) return device;
  const marker = tracked.run.path.markers.find(({ name }) => name === markerName);
  const showMarker = () => {
    if (!marker) return;
    hideRuns(false);
    selectMarker(runId, marker.name);
    flyTo(marker.lat, marker.lon, PLACE_ZOOM);
  };
  const pig: Place = { label: t('Pig'), icon: 'pulse', open: () => openRunCard(tracked) };
  return [
    ...(marker ? [{ label: marker.name, icon: 'place', open: showMarker } as const] : device.length > 0 ? [] : [pig]),
    ...(marker && device.length === 0 ? [] : device),
    { label: t('Timeline'), icon: 'timeline', open: () => openStringline(runId) },
  ];
}
