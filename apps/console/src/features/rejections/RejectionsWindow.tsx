import { Tabs } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { LogFilter } from '#/ui/table/LogFilter.tsx';
import { LogPages } from '#/ui/table/LogPages.tsx';
import log from '#/ui/window/LogWindow.module.css';
import { groupsQuery } from '#/features/devices/store/companies.data.ts';
import tabs from '#/features/history/HistoryWindow.module.css';
import { BytesDialog } from './BytesDialog.tsx';
import { FilterFields } from './FilterFields.tsx';
import { RejectionRow } from './RejectionRow.tsx';
import {
  deviceErrorsQuery,
  exportDeviceErrors,
  exportRejections,
  rejectionsQuery,
  type DeviceError,
  type Rejection,
  type RejectionFilter,
} from './rejections.data.ts';
import { EMPTY_FORM, formChecks, isNarrowed, readForm, type RejectionForm } from './rejections.view.ts';
import styles from './Rejections.module.css';

const SIZE = { width: 1120, height: 600 };

const TIME = { label: t('Time (UTC)'), width: 130, share: '172px' };
const DEVICE = { label: t('Device'), width: 90, share: '13%' };
const COMPANY = { label: t('Company'), width: 80, share: '12%' };

interface ListProps {
  /** Only this device; left out: all that the user may see. */
  readonly uid: number | undefined;
  /** Company names by number, if the user sees several. */
  readonly companies: ReadonlyMap<number, string> | null;
}

function useFilter(uid: number | undefined) {
  const form = useForm<RejectionForm>({ initialValues: EMPTY_FORM, validate: formChecks });
  const [filter, setFilter] = useState<RejectionFilter>({ uid });
  return {
    form,
    filter,
    isFiltered: isNarrowed(filter, uid),
    submit: form.onSubmit((values) => setFilter(readForm(values, uid))),
    narrowTo: (part: Partial<RejectionForm>) => {
      const next = { ...form.getValues(), ...part };
      form.setValues(next);
      if (!form.validate().hasErrors) setFilter(readForm(next, uid));
    },
    clear: () => {
      form.reset();
      setFilter({ uid });
    },
  };
}

interface ActsProps {
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
  readonly onExport: () => Promise<void>;
}

function ListActs({ isFetching, onRefresh, onExport }: ActsProps) {
  const { canWrite: isOnline, blockedBecause } = useCanWrite();
  const { mutate, isPending } = useMutation({ mutationFn: onExport });
  return (
    <span className={styles.acts}>
      <Button
        size="small"
        icon="retry"
        disabled={!isOnline}
        title={blockedBecause}
        isBusy={isFetching}
        onClick={onRefresh}
      >
        {t('Refresh')}
      </Button>
      <Button
        size="small"
        icon="download"
        title={blockedBecause ?? t('What the filter finds, at most its newest 20,000 rows')}
        disabled={!isOnline}
        isBusy={isPending}
        onClick={() => mutate()}
      >
        {t('Export CSV')}
      </Button>
    </span>
  );
}

function RejectionList({ uid, companies }: ListProps) {
  const { form, filter, isFiltered, submit, narrowTo, clear } = useFilter(uid);
  const query = useInfiniteQuery(rejectionsQuery(filter));
  const [shown, setShown] = useState<Rejection | null>(null);
  const hasDevice = uid === undefined;
  const columns = [
    TIME,
    ...(hasDevice ? [DEVICE] : []),
    ...(companies ? [COMPANY] : []),
    { label: t('Link'), width: 80, share: '116px' },
    { label: t('Count'), width: 40, share: '72px' },
    { label: t('Why, and what to do'), width: 240 },
    { label: t('Bytes'), width: 90, share: '132px' },
  ];
  return (
    <div className={log.window}>
      <LogFilter
        label={t('Filter of the rejected messages')}
        submitLabel={t('Search')}
        isFiltered={isFiltered}
        onSubmit={submit}
        onClear={clear}
        onRange={({ from, to }) => narrowTo({ from, to })}
      >
        <FilterFields form={form} companies={companies} hasDevice={hasDevice} hasReason />
      </LogFilter>
      <LogPages
        query={query}
        what={t('Rejected messages')}
        emptyText={t('No message was rejected')}
        columns={columns}
        isFiltered={isFiltered}
        acts={
          <ListActs
            isFetching={query.isRefetching}
            onRefresh={() => void query.refetch()}
            onExport={() => exportRejections(filter)}
          />
        }
        renderRow={(entry) => (
          <RejectionRow
            key={entry.id}
            entry={entry}
            companies={companies}
            showsDevice={hasDevice}
            onDevice={(chosen) => narrowTo({ uid: String(chosen) })}
            onShow={() => setShown(entry)}
          />
        )}
      />
      {shown && <BytesDialog entry={shown} onClose={() => setShown(null)} />}
    </div>
  );
}

function ErrorRow({ entry, companies, uid }: ListProps & { readonly entry: DeviceError }) {
  return (
    <tr>
      <td className={log.time}>{entry.at}</td>
      <td className={log.time}>{entry.receivedAt}</td>
      {uid === undefined && <td>{t('AGM {uid}', { uid: entry.uid })}</td>}
      {companies && <td>{companies.get(entry.groupId) ?? entry.groupId}</td>}
      <td>
        <span className={styles.label}>{t('Code')} </span>
        {entry.code}
      </td>
      <td>
        <span className={styles.label}>{t('Detail')} </span>
        {entry.detail}
      </td>
    </tr>
  );
}

function ErrorList({ uid, companies }: ListProps) {
  const { form, filter: all, isFiltered, submit, narrowTo, clear } = useFilter(uid);
  const { link: _link, reason: _reason, ...filter } = all;
  const query = useInfiniteQuery(deviceErrorsQuery(filter));
  const hasDevice = uid === undefined;
  const columns = [
    { ...TIME, label: t('Time of the device (UTC)'), share: '196px' },
    { ...TIME, label: t('Received (UTC)') },
    ...(hasDevice ? [DEVICE] : []),
    ...(companies ? [COMPANY] : []),
    { label: t('Code'), width: 60 },
    { label: t('Detail'), width: 60 },
  ];
  return (
    <div className={log.window}>
      <LogFilter
        label={t('Filter of the device errors')}
        submitLabel={t('Search')}
        isFiltered={isFiltered}
        onSubmit={submit}
        onClear={clear}
        onRange={({ from, to }) => narrowTo({ from, to })}
      >
        <FilterFields form={form} companies={companies} hasDevice={hasDevice} hasReason={false} />
      </LogFilter>
      <LogPages
        query={query}
        what={t('Device errors')}
        emptyText={t('No device has reported an error')}
        columns={columns}
        isFiltered={isFiltered}
        acts={
          <ListActs
            isFetching={query.isRefetching}
            onRefresh={() => void query.refetch()}
            onExport={() => exportDeviceErrors(filter)}
          />
        }
        renderRow={(entry) => (
          <ErrorRow key={`${entry.at} ${entry.uid} ${entry.code}`} entry={entry} companies={companies} uid={uid} />
        )}
      />
    </div>
  );
}

function useCompanies(seesAll: boolean): ReadonlyMap<number, string> | null {
  const { data } = useQuery({ ...groupsQuery, enabled: seesAll });
  return seesAll ? new Map(data?.map(({ id, groupName }) => [id, groupName])) : null;
}

interface RejectionsWindowProps {
  readonly id: string;
  /** Only this device; left out: all that the user may see. */
  readonly uid?: number;
  readonly mark?: ReactNode;
  /** All companies, and unknown senders. */
  readonly seesAll: boolean;
  readonly onClose: () => void;
}

/** Rejected messages of devices, and the errors that devices report. */
export function RejectionsWindow({ id, uid, mark, seesAll, onClose }: RejectionsWindowProps) {
  const companies = useCompanies(seesAll);
  const parts = { uid, companies };
  return (
    <FloatingWindow
      id={id}
      kind="rejections"
      title={t('Rejected Messages')}
      subtitle={uid === undefined ? undefined : t('AGM {uid}', { uid })}
      mark={mark}
      initialSize={SIZE}
      onClose={onClose}
    >
      <Tabs
        defaultValue="rejections"
        variant="none"
        keepMounted={false}
        classNames={{ root: styles.window, list: tabs.tabs, tab: tabs.tab, panel: styles.panel }}
      >
        <div className={styles.head}>
          <Tabs.List aria-label={t('Kind of problem')}>
            <Tabs.Tab value="rejections">{t('Rejected messages')}</Tabs.Tab>
            <Tabs.Tab value="errors">{t('Device errors')}</Tabs.Tab>
          </Tabs.List>
        </div>
        <Tabs.Panel value="rejections">
          <RejectionList {...parts} />
        </Tabs.Panel>
        <Tabs.Panel value="errors">
          <ErrorList {...parts} />
        </Tabs.Panel>
      </Tabs>
    </FloatingWindow>
  );
}
