import { Source } from '@vis.gl/react-maplibre';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pathsQuery, type SavedPath } from '#/features/runs/runs.data.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { PathLayer } from '#/map/layers/PathLayer.tsx';
import { PathMarkerLayers } from '#/map/layers/PathMarkerLayers.tsx';
import { useLayerChoice } from '#/map/tiles/layer-choice.ts';
import { showBox } from '#/map/map-commands.ts';
import { RunImages } from '../editor/map/EditorMap.tsx';
import {
  findPathBounds,
  listLinePlaces,
  toLineFeature,
  toMarkerFeatures,
  type EditorColors,
} from '../editor/map/path-features.ts';
import { useManager } from './manager-store.ts';

const LINE = 'saved-path-line';
const MARKERS = 'saved-path-markers';

interface SavedPathMapProps {
  readonly colors: EditorColors;
}

function PathOnMap({ path, colors }: SavedPathMapProps & { readonly path: SavedPath }) {
  const { markers, pigLineKml } = path;
  const places = listLinePlaces({ markers, lineKml: pigLineKml });
  const bounds = findPathBounds([...markers, ...places]);
  // The run on the path draws the same line and markers.
  const hasRun = useRuns(({ runs }) => runs.some(({ run }) => run.path.pathId === path.pathId));
  const isOnMap = useLayerChoice(({ areRunsHidden }) => hasRun && !areRunsHidden);
  const box = bounds && [bounds.west, bounds.south, bounds.east, bounds.north].join(' ');
  useEffect(() => {
    const [west, south, east, north] = box?.split(' ').map(Number) ?? [];
    if (west === undefined || south === undefined || east === undefined || north === undefined) return;
    showBox({ west, south, east, north });
  }, [box]);
  if (isOnMap) return null;
  return (
    <RunImages>
      <Source id={LINE} type="geojson" data={toLineFeature(places)}>
        <PathLayer id={LINE} source={LINE} color={colors.line} casing={colors.casing} />
      </Source>
      <Source id={MARKERS} type="geojson" data={toMarkerFeatures(markers)}>
        <PathMarkerLayers id={MARKERS} source={MARKERS} chosen={null} {...colors} />
      </Source>
    </RunImages>
  );
}

/** The path that is selected in the manager, drawn as in the editor. The manager loads the paths. */
export function SavedPathMap({ colors }: SavedPathMapProps) {
  const pathId = useManager((manager) => manager.pathId);
  const { data: paths } = useQuery({ ...pathsQuery, enabled: false });
  const path = paths?.find((each) => each.pathId === pathId);
  return path && <PathOnMap key={path.pathId} path={path} colors={colors} />;
}
