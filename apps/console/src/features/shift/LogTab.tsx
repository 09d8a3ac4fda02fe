import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { LogFilter } from '#/ui/table/LogFilter.tsx';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { LogEntries } from './LogEntries.tsx';
import { NoteComposer } from './NoteComposer.tsx';
import { logQuery, type Company, type LogFilter as Filter } from './shift.data.ts';
import { EMPTY_FORM, FORM_CHECKS, isFiltered, KIND_CHOICES, readForm, type FilterForm } from './shift.view.ts';
import log from '#/ui/window/LogWindow.module.css';
import styles from './ShiftPage.module.css';

interface LogTabProps {
  readonly groupId: Company;
  readonly canWrite: boolean;
}

/** Composer, filter and entries. */
export function LogTab({ groupId, canWrite }: LogTabProps) {
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
