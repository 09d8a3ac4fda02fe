import { SegmentedControl } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { COMPANY_ADMIN } from '@waymark/contract/roles';
import { useEffect, useState } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { closedQuery, loadAlertList, sinceQuery, visit } from '#/features/alerts/alerts.data.ts';
import { useAlerts, type Alert } from '#/features/alerts/alerts-store.ts';
import {
  describeEmpty,
  FILTER_LABELS,
  FILTERS,
  isWithin,
  listShown,
  NOT_NARROWED,
  type Filter,
} from '#/features/alerts/alert.view.ts';
import { useSession } from '#/features/session/session-store.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { Button } from '#/ui/button/Button.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '#/ui/state/DataState.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { countWords } from '#/ui/table/count-words.ts';
import { AlertActs } from './AlertActs.tsx';
import { AlertFields } from './AlertFields.tsx';
import { AlertList } from './AlertList.tsx';
import { LimitsDialog } from './LimitsDialog.tsx';
import { SilenceList } from './SilenceList.tsx';
import { useFindSilence } from './use-silence-of.ts';
import styles from './AlertsPanel.module.css';

interface Shown {
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
  const { data, error, isPending, isFetching, hasNextPage, refetch, fetchNextPage } = useInfiniteQuery({
    ...closedQuery,
    enabled: isShown,
  });
  return {
    alerts: data?.pages.flatMap(({ alerts }) => alerts) ?? [],
    isLoading: isPending,
    error,
    isRetrying: isFetching,
    retry: () => void (data ? fetchNextPage() : refetch()),
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

function useShown(filter: Filter): Shown {
  const isClosed = filter === 'closed';
  const isSince = filter === 'since';
  const closed = useClosed(isClosed);
  const since = useSince();
  const open = useOpen(isClosed || isSince ? 'open' : filter);
  if (isClosed) return closed;
  return isSince ? since : open;
}

const FILTER_CHOICES = FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }));

/** The inbox: the alerts of the runs and links that the user may see. */
export function AlertsPanel() {
  const [filter, setFilter] = useState<Filter>('open');
  const [narrowing, setNarrowing] = useState(NOT_NARROWED);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const role = useSession(({ user }) => user?.role);
  const { canWrite } = useCanWrite();
  const unloaded = useAlerts((store) => store.unloaded);
  const { alerts: all, isLoading, error, isRetrying, retry, loadOlder } = useShown(filter);
  const alerts = all.filter((alert) => isWithin(alert, narrowing));
  const changeable = alerts.filter(({ closedAt }) => closedAt === null);
  const isAdmin = role !== undefined && role !== 'viewer';
  const choose = (ids: readonly number[], isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  return (
    <div className={styles.panel}>
      <div className={styles.tools}>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Which alerts"
          data={FILTER_CHOICES.filter(({ value }) => isAdmin || value !== 'silenced')}
          value={filter}
          onChange={(next) => {
            setFilter(next);
            setChosen(new Set());
          }}
        />
        <AlertFields alerts={all} value={narrowing} hasCompanies={role === 'superadmin'} onChange={setNarrowing} />
        {isAdmin && (
          <AlertActs alerts={changeable} chosen={changeable.filter(({ id }) => chosen.has(id))} onChoose={choose} />
        )}
      </div>
      {filter === 'silenced' && <SilenceList />}
      {error && (
        <ErrorState
          title="Alerts did not load"
          why={error.message}
          logId={toShownError(error).logId}
          onRetry={retry}
          isRetrying={isRetrying}
        />
      )}
      {isLoading && !canWrite && <EmptyState>Alerts load once the server can be reached.</EmptyState>}
      {isLoading && canWrite && !error && <SkeletonLines label="Loading alerts" widths={[300, 260, 320, 240]} />}
      {!isLoading && !error && alerts.length === 0 && (
        <EmptyState>{describeEmpty(filter, all.length, loadOlder !== null)}</EmptyState>
      )}
      <AlertList {...{ alerts, chosen }} isAdmin={isAdmin} onChoose={choose} />
      {loadOlder && (
        <div className={styles.older}>
          <Button size="small" look="quiet" isBusy={isRetrying} onClick={loadOlder}>
            Show older
          </Button>
        </div>
      )}
      <div className={styles.foot}>
        <span>{filter !== 'closed' && unloaded > 0 && `${countWords(unloaded, 'older alert')} not shown`}</span>
        {role && COMPANY_ADMIN.includes(role) && <LimitsButton />}
      </div>
    </div>
  );
}

function LimitsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" look="quiet" icon="gear" onClick={() => setOpen(true)}>
        Limits
      </Button>
      <LimitsDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
