import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { queryApi } from '#/api/query.ts';
import type { GroundRegion } from '../base/ground-archive.ts';
import { listSavedRegions, noteServed, useSavedAreas } from '../saved/saved-areas.ts';

/** The map files of the installation, which change only with a restart of the server; without it the saved ones. */
export function useGround(): readonly GroundRegion[] {
  const { data } = useQuery({
    ...queryApi('GET /map/ground'),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isShownInPlace: true },
  });
  const areas = useSavedAreas((saved) => saved.areas);
  useEffect(() => {
    if (data) noteServed(data);
  }, [data]);
  return useMemo(() => data ?? listSavedRegions(areas), [data, areas]);
}
