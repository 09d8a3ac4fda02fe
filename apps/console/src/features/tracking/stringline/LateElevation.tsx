import type { UnitSystem } from '@waymark/domain/units/system';
import { lazy, Suspense } from 'react';
import { loadPart } from '#/api/load-part.ts';
import type { LiveRun } from '../use-live-run.ts';
import { useTerrainFiles } from '#/map/tiles/terrain-store.ts';
import type { Across, View } from './scales.ts';
import type { ChartColours } from './use-chart-colours.ts';

const ElevationProfile = lazy(async () => ({
  default: (await loadPart(() => import('./ElevationProfile.tsx'))).ElevationProfile,
}));

interface LateElevationProps {
  readonly live: LiveRun;
  readonly size: { readonly width: number } | null;
  readonly view: View;
  readonly across: Across;
  readonly units: UnitSystem;
  readonly colours: ChartColours;
}

/** Loaded only where the installation has files of heights. */
export function LateElevation({ live: { run, course }, size, ...shown }: LateElevationProps) {
  const terrain = useTerrainFiles(({ files }) => files);
  if (terrain.length === 0 || !size || size.width <= 0) return null;
  return (
    <Suspense>
      <ElevationProfile
        runId={run.runId}
        markers={run.path.markers}
        width={size.width}
        {...{ course, terrain, ...shown }}
      />
    </Suspense>
  );
}
