import type { Trend } from '@waymark/contract/devices/trend';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryApi } from '#/api/query.ts';

const FRESH_MS = 5 * 60_000;

/** The trends of the devices on the page, loaded only while a column shows them. Empty until they are loaded. */
export function useTrends(uids: readonly number[], isShown: boolean): ReadonlyMap<number, Trend> {
  const wanted = uids.toSorted((one, other) => one - other).join(',');
  const { data } = useQuery({
    ...queryApi('GET /apexagm/trends', { query: { uids: wanted } }),
    enabled: isShown && wanted !== '',
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
    meta: { isShownInPlace: true },
  });
  return new Map(isShown ? data?.map((trend) => [trend.uid, trend]) : []);
}
