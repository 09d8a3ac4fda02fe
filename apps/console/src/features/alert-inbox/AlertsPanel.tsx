import { SegmentedControl, NativeSelect } from '@mantine/core';
import { COMPANY, COMPANY_ADMIN } from '@waymark/contract/roles';
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { parseUtc } from '@waymark/domain/time/utc';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import { useAlerts, type Alert } from '#/features/alerts/alerts-store.ts';
import {
  describeEmpty,
  FILTER_LABELS,
  FILTERS,
  isWithin,
  NOT_NARROWED,
  type Filter,
  listChoices,
  type Narrowing,
} from '#/features/alerts/alert.view.ts';
import { useSession } from '#/features/session/session-store.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { EmptyState, ErrorState, SkeletonLines } from '#/ui/state/DataState.tsx';
import { toShownError } from '#/ui/state/shown-error.ts';
import { useShiftUpdates } from '#/features/shift/shift.data.ts';
import { useWaitingHandovers, WaitingHandovers } from '#/features/shift/WaitingHandovers.tsx';
import { queryApi } from '#/api/query.ts';
import { AlertActs } from './AlertActs.tsx';
import { AlertList } from './AlertList.tsx';
import { LimitsDialog } from './LimitsDialog.tsx';
import { SilenceList } from './SilenceList.tsx';
import { useShown, type Shown } from './use-shown.ts';
import styles from './AlertsPanel.module.css';
import { useCompanies } from '#/features/devices/store/companies.ts';

interface AlertFieldsProps {
  readonly alerts: readonly Alert[];
  readonly value: Narrowing;
  readonly hasCompanies: boolean;
  readonly onChange: (value: Narrowing) => void;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

const withAll = (label: string, choices: readonly Choice[]) => [{ value: '', label }, ...choices];
const toId = (text: string) => (text === '' ? null : Number(text));

/** Offers the kinds, runs and companies that the list has. */
function AlertFields({ alerts, value, hasCompanies, onChange }: AlertFieldsProps) {
  const names = useCompanies((companies) => companies.names);
  const { kinds, runs, groupIds } = listChoices(alerts);
  const companies = groupIds.map((id) => ({ value: String(id), label: names?.get(id) ?? t('Company {id}', { id }) }));
  return (
    <div className={styles.fields}>
      <NativeSelect
        aria-label={t('Kind')}
        data={withAll(t('All kinds'), kinds)}
        value={value.kind ?? ''}
        onChange={({ currentTarget }) => onChange({ ...value, kind: currentTarget.value || null })}
      />
      <NativeSelect
        aria-label={t('Run')}
        data={withAll(t('All runs'), runs)}
        value={value.runId ?? ''}
        onChange={({ currentTarget }) => onChange({ ...value, runId: toId(currentTarget.value) })}
      />
      {hasCompanies && (
        <NativeSelect
          aria-label={t('Company')}
          data={withAll(t('All companies'), companies)}
          value={value.groupId ?? ''}
          onChange={({ currentTarget }) => onChange({ ...value, groupId: toId(currentTarget.value) })}
        />
      )}
    </div>
  );
}

const REFRESH_MS = 60_000;
const onCallNowQuery = { ...queryApi('GET /on-call/now'), staleTime: 0, meta: { isShownInPlace: true } };

const FILTER_CHOICES = FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }));

interface ListStateProps {
  readonly shown: Shown;
  readonly filter: Filter;
  readonly isEmpty: boolean;
}

/** Says that the list failed, loads or is empty. A list that did not load is not called empty. */
function ListState({
  shown: { alerts, isLoading, error, isRetrying, retry, loadOlder },
  filter,
  isEmpty,
}: ListStateProps) {
  const { canWrite } = useCanWrite();
  if (error)
    return (
      <ErrorState
        title={t('Alerts did not load')}
        why={error.message}
        logId={toShownError(error).logId}
        onRetry={retry}
        isRetrying={isRetrying}
      />
    );
  if (!isLoading) return isEmpty && <EmptyState>{describeEmpty(filter, alerts.length, loadOlder !== null)}</EmptyState>;
  return canWrite ? (
    <SkeletonLines label={t('Loading alerts')} widths={[300, 260, 320, 240]} />
  ) : (
    <EmptyState>{t('Alerts load once the server can be reached.')}</EmptyState>
  );
}

/** The inbox: the alerts of the runs and links that the user may see. */
export function AlertsPanel() {
  const [filter, setFilter] = useState<Filter>('open');
  const [narrowing, setNarrowing] = useState(NOT_NARROWED);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const role = useSession(({ user }) => user?.role);
  const unloaded = useAlerts((store) => store.unloaded);
  const shown = useShown(filter);
  const { alerts: all, isRetrying, loadOlder } = shown;
  const alerts = all.filter((alert) => isWithin(alert, narrowing));
  const changeable = alerts.filter(({ closedAt }) => closedAt === null);
  const isAdmin = role !== undefined && role !== 'viewer';
  const choose = (ids: readonly number[], isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  return (
    <div className={styles.panel}>
      {role && COMPANY_ADMIN.includes(role) && <HandoverLine />}
      <div className={styles.tools}>
        <SegmentedControl
          fullWidth
          size="xs"
          classNames={{ root: styles.filters ?? '', control: styles.choice ?? '', label: styles.filter ?? '' }}
          aria-label={t('Which alerts')}
          data={FILTER_CHOICES}
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
      <ListState shown={shown} filter={filter} isEmpty={alerts.length === 0} />
      <AlertList {...{ alerts, chosen }} isAdmin={isAdmin} onChoose={choose} />
      {loadOlder && (
        <div className={styles.older}>
          <Button size="small" look="quiet" isBusy={isRetrying} onClick={loadOlder}>
            {t('Show older')}
          </Button>
        </div>
      )}
      <div className={styles.foot}>
        {role && COMPANY.includes(role) && <OnCallLine />}
        <span>
          {filter !== 'closed' &&
            unloaded > 0 &&
            t('{count} older alert not shown|{count} older alerts not shown', { count: unloaded })}
        </span>
        {role && COMPANY_ADMIN.includes(role) && <LimitsButton />}
      </div>
    </div>
  );
}

function LimitsButton() {
  const { step, turn, isOpen, open, close } = useDialogChain<'limits'>();
  return (
    <>
      <Button size="small" look="quiet" icon="gear" onClick={() => open('limits')}>
        {t('Limits')}
      </Button>
      {step && <LimitsDialog key={turn} isOpen={isOpen} onClose={close} />}
    </>
  );
}

/** Handovers that wait to be accepted, for the admins of a company. */
function HandoverLine() {
  const waiting = useWaitingHandovers(undefined);
  useShiftUpdates();
  return waiting > 0 && <Line count={waiting} />;
}

function Line({ count }: { readonly count: number }) {
  const navigate = useNavigate();
  return <WaitingHandovers count={count} onShow={() => void navigate({ to: '/shift' })} />;
}

/** Who gets the alerts that no user acknowledges, for all users of a company; nothing for one without a roster. */
function OnCallLine() {
  const { data } = useQuery({ ...onCallNowQuery, refetchInterval: REFRESH_MS });
  if (!data || (data.name === null && data.until === null)) return null;
  const { name, until, timeZone } = data;
  const end = until === null ? null : parseUtc(until);
  return (
    <span>
      {name === null
        ? t('No one is on call now: alerts go to the administrators.')
        : t('On call now: {name}.', { name })}{' '}
      {end?.ok && t('Until {time}.', { time: writeTime(end.value, timeZone, 'minute') })}
    </span>
  );
}
