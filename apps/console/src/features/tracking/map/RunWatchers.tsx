import { Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection, Point } from 'geojson';
import { useEffect, useState } from 'react';
import { WatcherLayer } from '#/map/layers/WatcherLayer.tsx';
import { deviceStore } from '#/features/devices/store/device-store.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { followWatchers } from './follow-watchers.ts';
import { describeWatchers, keepIfSame } from './watchers.ts';

const SOURCE = 'run-watchers';
const NOBODY: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] };

function useWatchers(): FeatureCollection<Point> {
  const [watchers, setWatchers] = useState(NOBODY);
  useEffect(() => {
    const draw = () => {
      const runs = useRuns.getState().runs.map(({ run }) => run);
      setWatchers((shown) => keepIfSame(shown, describeWatchers(runs, deviceStore.get)));
    };
    return followWatchers(draw);
  }, []);
  return watchers;
}

/** Draws a badge on every device that watches an active run. */
export function RunWatchers() {
  return (
    <Source id={SOURCE} type="geojson" data={useWatchers()} tolerance={0}>
      <WatcherLayer id={SOURCE} source={SOURCE} />
    </Source>
  );
}
