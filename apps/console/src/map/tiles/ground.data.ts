import { useQuery } from '@tanstack/react-query';
import { queryApi } from '#/api/query.ts';

const NONE: readonly never[] = [];

/** The map files of the installation. They change only with a restart of the server. */
export function useGround() {
  const { data } = useQuery({
    ...queryApi('GET /map/ground'),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isShownInPlace: true },
  });
  return data ?? NONE;
}
