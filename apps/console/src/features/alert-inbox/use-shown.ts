import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { logFailure } from '#/api/api-error.ts';
import { closedQuery, loadAlertList, sinceQuery, visit } from '#/features/alerts/alerts.data.ts';
import { useAlerts, type Alert } from '#/features/alerts/alerts-store.ts';
import { listShown, type Filter } from '#/features/alerts/alert.view.ts';
import { useSession } from '#/features/session/session-store.ts';
import { useFindSilence } from '#/features/alerts/silences-store.ts';

/** The alerts of a filter. */
export interface Shown {
  readonly alerts: readonly Alert[];
  readonly isLoading: boolean;
  /** The failure of the last load; what is loaded stays. */
  readonly error: Error | null;
  readonly isRetrying: boolean;
  readonly retry: () => void;
  /** Loads older alerts; null where there are none. */
  readonly loadOlder: (() => void) | null;
}

function useClosed(isShown: boolean): Shown {
  const { data, error, isPending, isFetching, hasNextPage, isFetchNextPageError, refetch, fetchNextPage } =
    useInfiniteQuery({
      ...closedQuery,
      enabled: isShown,
    });
  return {
    alerts: data?.pages.flatMap(({ alerts }) => alerts) ?? [],
    isLoading: isPending,
    error,
    isRetrying: isFetching,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    loadOlder: hasNextPage ? () => void fetchNextPage() : null,
  };
}

/** The changes since the last visit, as they were when the panel opened. Closing the panel ends the visit. */
function useSince(): Shown {
  const { data, error, isPending, isFetching, refetch } = useQuery({ ...sinceQuery, staleTime: Infinity, gcTime: 0 });
  const alerts = useAlerts((store) => store.alerts);
  useEffect(() => () => void visit().catch(logFailure), []);
  return {
    alerts: (data?.alerts ?? []).map((alert) => alerts.get(alert.id) ?? alert),
    isLoading: isPending,
    error,
    isRetrying: isFetching,
    retry: () => void refetch(),
    loadOlder: null,
  };
}

/** The alerts that are not closed. */
function useOpen(filter: Exclude<Filter, 'closed' | 'since'>): Shown {
  const { alerts, isLoaded, error, isLoading } = useAlerts();
  const userId = useSession(({ user }) => user?.id) ?? 0;
  const findSilence = useFindSilence();
  return {
    alerts: listShown(alerts.values(), filter, userId, (alert) => findSilence(alert) !== null),
    isLoading: !isLoaded,
    error,
    isRetrying: isLoading,
    retry: () => void loadAlertList().catch(logFailure),
    loadOlder: null,
  };
}

export function useShown(filter: Filter): Shown {
  const isClosed = filter === 'closed';
  const isSince = filter === 'since';
  const closed = useClosed(isClosed);
  const since = useSince();
  const open = useOpen(isClosed || isSince ? 'open' : filter);
  if (isClosed) return closed;
  return isSince ? since : open;
}
