import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { queryApi } from '#/api/query.ts';
import type { GroundRegion, TerrainRegion } from '../base/ground-archive.ts';
import { listSavedRegions, noteServed, useSavedAreas } from '../saved/saved-areas.ts';
import { useTerrainFiles } from './terrain-store.ts';

const NO_FILES: readonly TerrainRegion[] = [];

/** The map files of the installation, which change only with a restart of the server. */
function useMapFiles() {
  const { data } = useQuery({
    ...queryApi('GET /map/ground'),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isShownInPlace: true },
  });
  return data;
}

/** The files of vector tiles; without the server the saved ones. */
export function useGround(): readonly GroundRegion[] {
  const files = useMapFiles();
  const served = useMemo(() => files?.filter(({ terrain }) => terrain === null), [files]);
  const areas = useSavedAreas((saved) => saved.areas);
  useEffect(() => {
    if (served) noteServed(served);
  }, [served]);
  return useMemo(() => served ?? listSavedRegions(areas), [served, areas]);
}

/** The files of heights, which are not saved. */
export function useTerrain(): readonly TerrainRegion[] {
  const all = useMapFiles();
  const files = useMemo(
    () => all?.flatMap(({ terrain, ...file }) => (terrain === null ? [] : [{ ...file, terrain }])) ?? NO_FILES,
    [all],
  );
  useEffect(() => useTerrainFiles.setState({ files }), [files]);
  return files;
}
