import { goTo } from '#/map/map-commands.ts';
import { Button } from '#/ui/button/Button.tsx';
import { PropertyRow } from '#/ui/sheet/Panel.tsx';
import { useSelectedDevice } from '#/features/devices/store/use-devices.ts';
import { useUnits } from '#/features/units/units.ts';
import { formatDistance } from '@waymark/domain/units/quantity';
import { useRuns } from '#/features/runs/runs-store.ts';
import { selectMarker } from '#/features/runs/run-selection.ts';
import { t } from '#/language/t.ts';
import { listRunsOfDevice, type DeviceRun } from './device-runs.view.ts';

function AutoLinkMarkers({ near, linkDistanceM }: DeviceRun) {
  const units = useUnits();
  const [first, ...others] = near;
  return (
    <PropertyRow label={t('Auto-link markers')} aside={first && formatDistance(first.distanceM, units)}>
      {first
        ? [first, ...others].map(({ name }) => name).join(', ')
        : t('None within {distance}', { distance: formatDistance(linkDistanceM, units) })}
    </PropertyRow>
  );
}

function RowsOfRun({ run }: { readonly run: DeviceRun }) {
  const { runId, pig, marker } = run;
  const go = ({ name, lat, lon }: NonNullable<DeviceRun['marker']>) => {
    selectMarker(runId, name);
    goTo(lat, lon);
  };
  const goButton = marker && (
    <Button size="tiny" onClick={() => go(marker)}>
      {t('Go To Marker')}
    </Button>
  );
  return (
    <>
      <PropertyRow label={t('Pig run')}>{t('{pig}, run {runId}', { pig, runId })}</PropertyRow>
      {marker && (
        <PropertyRow label={t('Marker')} action={goButton}>
          {marker.name}
        </PropertyRow>
      )}
      <AutoLinkMarkers {...run} />
    </>
  );
}

/** The active runs that the selected device watches, and its position along them. */
export function DeviceRunRows() {
  const device = useSelectedDevice();
  const runs = useRuns((store) => store.runs);
  if (!device) return null;
  return listRunsOfDevice(
    runs.map(({ run }) => run),
    device,
  ).map((run) => <RowsOfRun key={run.runId} run={run} />);
}
