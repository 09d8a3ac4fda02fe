import { Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection } from 'geojson';
import { PigLayer } from '#/map/layers/PigLayer.tsx';
import { RunBandLayer } from '#/map/layers/RunBandLayer.tsx';
import { RunCasingLayer, RunLineLayers } from '#/map/layers/RunLineLayers.tsx';
import { RunMarkerLayers } from '#/map/layers/RunMarkerLayers.tsx';
import { useLayerChoice } from '#/map/tiles/layer-choice.ts';
import { useTracking } from '#/features/runs/run-selection.ts';
import { AutoLinkCircles } from './AutoLinkCircles.tsx';
import { PlacePicking } from './PlacePicking.tsx';
import type { RunColors } from './run-colors.ts';
import { markerKey } from './run-features.ts';
import { RunPicking } from './RunPicking.tsx';
import { RunsCamera } from './RunsCamera.tsx';
import { RunWatchers } from './RunWatchers.tsx';
import { TrackingImages } from './TrackingImages.tsx';
import { useRunFeed } from './use-run-feed.ts';

const EMPTY: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Runs together with the layers, because it needs their sources. */
function RunFeed() {
  useRunFeed();
  return null;
}

function RunLayers({ colors }: { readonly colors: RunColors }) {
  const { past, future, casing, label, halo } = colors;
  const chosen = useTracking(({ runId, markerName }) =>
    runId === null || markerName === null ? null : markerKey(runId, markerName),
  );
  return (
    <>
      <AutoLinkCircles colors={colors} />
      <Source id="run-pigs" type="geojson" data={EMPTY} tolerance={0}>
        <RunBandLayer id="run-band" source="run-pigs" color={colors.band} searchColor={colors.overdue} />
        <RunCasingLayer id="run-stretch-casing" source="run-pigs" color={casing} />
      </Source>
      <Source id="run-lines" type="geojson" data={EMPTY}>
        <RunCasingLayer id="run-lines-casing" source="run-lines" color={casing} />
        <RunLineLayers id="run-lines" source="run-lines" past={past} future={future} />
      </Source>
      <RunLineLayers id="run-stretch" source="run-pigs" past={past} future={future} />
      <Source id="run-markers" type="geojson" data={EMPTY} tolerance={0}>
        <RunMarkerLayers
          id="run-markers"
          source="run-markers"
          chosen={chosen}
          line={future}
          casing={casing}
          label={label}
          halo={halo}
        />
      </Source>
      <RunWatchers />
      <PigLayer id="pigs" source="run-pigs" label={label} halo={halo} />
      <RunFeed />
    </>
  );
}

function ShownRuns({ colors }: { readonly colors: RunColors }) {
  return (
    <>
      <TrackingImages colors={colors}>
        <RunLayers colors={colors} />
      </TrackingImages>
      <RunPicking />
      <PlacePicking />
    </>
  );
}

/** The map content of the active runs. */
export function RunsMap({ colors }: { readonly colors: RunColors }) {
  const areHidden = useLayerChoice(({ areRunsHidden }) => areRunsHidden);
  return (
    <>
      <RunsCamera />
      {!areHidden && <ShownRuns colors={colors} />}
    </>
  );
}
