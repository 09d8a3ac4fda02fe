import { Tabs, Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { OfCompany } from '#/features/runs/OfCompany.tsx';
import { t } from '#/language/t.ts';
import { ScreenPage } from '#/ui/page/ScreenPage.tsx';
import {
  useShiftUpdates,
  type Company,
  logQuery,
  type LogFilter as Filter,
  handoverQuery,
  handoversQuery,
  type HandoverRow,
} from './shift.data.ts';
import { useWaitingHandovers, WaitingHandovers } from './WaitingHandovers.tsx';
import styles from './ShiftPage.module.css';
import { useForm } from '@mantine/form';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { LogFilter } from '#/ui/table/LogFilter.tsx';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { LogEntries } from './LogEntries.tsx';
import { NoteComposer } from './NoteComposer.tsx';
import { EMPTY_FORM, FORM_CHECKS, isFiltered, KIND_CHOICES, readForm, type FilterForm } from './shift.view.ts';
import log from '#/ui/window/LogWindow.module.css';
import { Button } from '#/ui/button/Button.tsx';
import { Time } from '#/ui/clock/Time.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { DraftSection } from './DraftSection.tsx';
import { HandoverView } from './HandoverView.tsx';

/** The shift log of a company, and the handovers between its shifts. */
export function ShiftPage() {
  const navigate = useNavigate();
  useShiftUpdates();
  return (
    <ScreenPage title={t('Shift log')} onBack={() => void navigate({ to: '/' })}>
      <OfCompany hint={t('Choose a company to read its log.')}>
        {/* A superadmin reads the logs of companies, and writes in none. */}
        {(groupId) => <ShiftTabs groupId={groupId} canWrite={groupId === undefined} />}
      </OfCompany>
    </ScreenPage>
  );
}

interface ShiftTabsProps {
  readonly groupId: Company;
  readonly canWrite: boolean;
}

function ShiftTabs({ groupId, canWrite }: ShiftTabsProps) {
  const [tab, setTab] = useState('log');
  const waiting = useWaitingHandovers(groupId);
  return (
    <Tabs
      className={styles.tabs ?? ''}
      classNames={{ panel: styles.panel ?? '' }}
      value={tab}
      onChange={(next) => setTab(next ?? 'log')}
    >
      <Tabs.List aria-label={t('Shift log')}>
        <Tabs.Tab value="log">{t('Log')}</Tabs.Tab>
        <Tabs.Tab value="handovers">
          {waiting === 0 ? t('Handovers') : t('Handovers ({number} waiting)', { number: waiting })}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="log">
        {waiting > 0 && canWrite && <WaitingHandovers count={waiting} onShow={() => setTab('handovers')} />}
        <LogTab groupId={groupId} canWrite={canWrite} />
      </Tabs.Panel>
      <Tabs.Panel value="handovers">
        <HandoversTab groupId={groupId} canWrite={canWrite} />
      </Tabs.Panel>
    </Tabs>
  );
}

interface LogTabProps {
  readonly groupId: Company;
  readonly canWrite: boolean;
}

/** Composer, filter and entries. */
function LogTab({ groupId, canWrite }: LogTabProps) {
  const form = useForm<FilterForm>({ initialValues: EMPTY_FORM, validate: FORM_CHECKS });
  const [filter, setFilter] = useState<Filter>({});
  /** The number of the note that the next one corrects. */
  const [corrects, setCorrects] = useState<number | null>(null);
  const query = useInfiniteQuery(logQuery(groupId, filter));
  const search = (next: FilterForm) => {
    form.setValues(next);
    if (!form.validate().hasErrors) setFilter(readForm(next));
  };
  return (
    <div className={styles.log}>
      {canWrite && <NoteComposer corrects={corrects} onCorrects={setCorrects} />}
      <LogFilter
        label={t('Filter of the shift log')}
        submitLabel={t('Search')}
        isFiltered={isFiltered(filter)}
        onSubmit={form.onSubmit((values) => setFilter(readForm(values)))}
        onClear={() => {
          form.reset();
          setFilter({});
        }}
        onRange={({ from, to }) => search({ ...form.getValues(), from, to })}
      >
        <Select
          label={t('Kind')}
          placeholder={t('Any')}
          data={KIND_CHOICES}
          clearable
          clearButtonProps={{ 'aria-label': t('Any kind') }}
          {...form.getInputProps('kind')}
        />
        <TextInput label={t('Text')} autoComplete="off" {...form.getInputProps('search')} />
        <TextInput label={t('Author')} placeholder={t('Name')} autoComplete="off" {...form.getInputProps('author')} />
        <TextInput label={t('Run number')} inputMode="numeric" autoComplete="off" {...form.getInputProps('runId')} />
        <TextInput label={t('AGM')} inputMode="numeric" autoComplete="off" {...form.getInputProps('uid')} />
        <div className={log.moment}>
          <ZonedField label={t('From (UTC)')} dayEdge="start" isMasked={false} {...form.getInputProps('from')} />
        </div>
        <div className={log.moment}>
          <ZonedField label={t('To (UTC)')} dayEdge="end" isMasked={false} {...form.getInputProps('to')} />
        </div>
      </LogFilter>
      <LogEntries
        query={query}
        isFiltered={isFiltered(filter)}
        onNarrow={(part) => search({ ...form.getValues(), ...part })}
        onCorrect={canWrite ? setCorrects : null}
      />
    </div>
  );
}

interface HandoversTabProps {
  readonly groupId: Company;
  readonly canWrite: boolean;
}

/** The own draft, the list of signed handovers, and the chosen one. */
function HandoversTab({ groupId, canWrite }: HandoversTabProps) {
  const query = useInfiniteQuery(handoversQuery(groupId));
  const [chosen, setChosen] = useState<number | null>(null);
  const { isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <div className={styles.handovers}>
      {canWrite && <DraftSection onSigned={setChosen} />}
      <section className={styles.section} aria-label={t('Signed handovers')}>
        <h2 className={styles.heading}>{t('Signed handovers')}</h2>
        <ReloadFailure query={query} what={t('Handovers')} />
        <LoadedData query={query} what={t('Handovers')} widths={[320, 280, 300]} isInline>
          {({ pages }) => {
            const handovers = pages.flatMap((page) => page.handovers);
            if (handovers.length === 0) return <EmptyState>{t('No handover has been signed yet.')}</EmptyState>;
            return (
              <ul className={styles.list}>
                {handovers.map((row) => (
                  <Row key={row.id} row={row} isChosen={row.id === chosen} onChoose={setChosen} />
                ))}
              </ul>
            );
          }}
        </LoadedData>
        {hasNextPage && !isError && (
          <div className={styles.more}>
            <Button size="small" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('Show older')}
            </Button>
          </div>
        )}
      </section>
      {chosen !== null && <Chosen key={chosen} id={chosen} canWrite={canWrite} />}
    </div>
  );
}

interface RowProps {
  readonly row: HandoverRow;
  readonly isChosen: boolean;
  readonly onChoose: (id: number) => void;
}

function Row({ row: { id, signed, accepted }, isChosen, onChoose }: RowProps) {
  return (
    <li className={styles.handover} data-waiting={accepted === null || undefined}>
      <div className={styles.grows}>
        <strong>{t('Handover {number}', { number: id })}</strong>
        <span className={styles.quiet}>
          {t('Signed by {name}', { name: signed.name })}, <Time of={signed.at} saysUtc />
        </span>
        {accepted ? (
          <span className={styles.quiet}>
            {t('Accepted by {name}', { name: accepted.name })}, <Time of={accepted.at} saysUtc />
          </span>
        ) : (
          <span className={styles.waits}>{t('Waits to be accepted')}</span>
        )}
      </div>
      <Button size="small" aria-pressed={isChosen} onClick={() => onChoose(id)}>
        {t('Show')}
        <span className="visually-hidden"> {t('Handover {number}', { number: id })}</span>
      </Button>
    </li>
  );
}

function Chosen({ id, canWrite }: { readonly id: number; readonly canWrite: boolean }) {
  const query = useQuery(handoverQuery(id));
  return (
    <>
      <ReloadFailure query={query} what={t('Handover')} />
      <LoadedData query={query} what={t('Handover')} widths={[320, 280, 300]}>
        {({ handover }) => <HandoverView handover={handover} canWrite={canWrite} />}
      </LoadedData>
    </>
  );
}
