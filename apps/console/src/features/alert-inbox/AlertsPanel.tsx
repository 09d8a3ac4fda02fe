import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { COMPANY_ADMIN } from '@waymark/contract/roles';
import { useEffect, useState } from 'react';
import { logFailure } from '#/api/log-failure.ts';
import { loadAlertList, sinceQuery, visit } from '#/features/alerts/alerts.data.ts';
import { useAlerts, type Alert } from '#/features/alerts/alerts-store.ts';
import {
  EMPTY_WORDS,
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

/** The changes since the last visit, as they were when the panel opened. Closing the panel ends the visit. */
function useSince() {
  const { data, isLoading } = useQuery({ ...sinceQuery, staleTime: Infinity, gcTime: 0 });
  useEffect(() => () => void visit().catch(logFailure), []);
  return { since: data, isLoading };
}

function useShown(filter: Filter): { readonly alerts: readonly Alert[]; readonly isLoading: boolean } {
  const { since, isLoading } = useSince();
  const alerts = useAlerts((store) => store.alerts);
  const isLoaded = useAlerts((store) => store.isLoaded);
  const userId = useSession(({ user }) => user?.id) ?? 0;
  const findSilence = useFindSilence();
  if (filter === 'since')
    return { alerts: (since?.alerts ?? []).map((alert) => alerts.get(alert.id) ?? alert), isLoading };
  return {
    alerts: listShown(alerts.values(), filter, userId, (alert) => findSilence(alert) !== null),
    isLoading: !isLoaded,
  };
}

/** A failed load of the list; what is loaded stays. */
function LoadFailure() {
  const error = useAlerts((store) => store.error);
  const isLoading = useAlerts((store) => store.isLoading);
  if (!error) return null;
  return (
    <ErrorState
      title="Alerts did not load"
      why={error.message}
      logId={toShownError(error).logId}
      onRetry={() => void loadAlertList().catch(logFailure)}
      isRetrying={isLoading}
    />
  );
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
  const hasFailed = useAlerts(({ error, isLoaded }) => error !== null && !isLoaded);
  const { alerts: all, isLoading } = useShown(filter);
  const alerts = all.filter((alert) => isWithin(alert, narrowing));
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
        {isAdmin && <AlertActs alerts={alerts} chosen={alerts.filter(({ id }) => chosen.has(id))} onChoose={choose} />}
      </div>
      {filter === 'silenced' && <SilenceList />}
      <LoadFailure />
      {isLoading && !canWrite && <EmptyState>Alerts load once the server can be reached.</EmptyState>}
      {isLoading && canWrite && !hasFailed && <SkeletonLines label="Loading alerts" widths={[300, 260, 320, 240]} />}
      {!isLoading && alerts.length === 0 && (
        <EmptyState>{all.length > 0 ? 'No alert matches the filter.' : EMPTY_WORDS[filter]}</EmptyState>
      )}
      <AlertList {...{ alerts, chosen, isAdmin }} onChoose={choose} />
      <div className={styles.foot}>
        <span>Times are UTC{unloaded > 0 && `. ${countWords(unloaded, 'older alert')} not shown`}</span>
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
