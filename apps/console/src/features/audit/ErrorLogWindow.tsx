import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { errorsQuery, type ErrorEntry, type ErrorFilter } from './audit.data.ts';
import { LogFilter } from '#/ui/table/LogFilter.tsx';
import { LogPages } from '#/ui/table/LogPages.tsx';
import { MomentField } from '#/ui/field/MomentField.tsx';
import { EMPTY_ERROR_FORM, errorChecks, isFiltered, readErrorForm, type ErrorForm } from './log-filter.view.ts';
import { describeStatus, splitMessage } from './error-log.view.ts';
import styles from '#/ui/window/LogWindow.module.css';

const SIZE = { width: 960, height: 560 };

const COLUMNS = [
  { label: t('Time (UTC)'), width: 130, share: '172px' },
  { label: 'LogId', width: 40, share: '9%' },
  { label: t('Failure'), width: 100, share: '16%' },
  { label: t('User'), width: 80, share: '14%' },
  { label: t('Call'), width: 120, share: '20%' },
  { label: t('Message'), width: 160 },
];

function Message({ text, isOpen }: { readonly text: string; readonly isOpen: boolean }) {
  const { first, rest } = splitMessage(text);
  if (rest === '') return first;
  return (
    <details open={isOpen}>
      <summary>{first}</summary>
      <pre className={styles.stack}>{rest}</pre>
    </details>
  );
}

function ErrorRow({ entry, isSought }: { readonly entry: ErrorEntry; readonly isSought: boolean }) {
  return (
    <tr>
      <td className={styles.time}>{entry.at}</td>
      <td className={styles.time}>{entry.logId}</td>
      <td>
        {describeStatus(entry.status)}
        <span className={styles.aside}>{entry.code}</span>
      </td>
      <td>{entry.userName ?? (entry.userId === null ? t('Nobody') : t('User {id}', { id: entry.userId }))}</td>
      <td className={styles.wide}>{entry.route}</td>
      <td className={styles.wide}>
        <Message text={entry.message} isOpen={isSought} />
      </td>
    </tr>
  );
}

/** The failures behind the LogIds that users report. */
export function ErrorLogWindow({ onClose }: { readonly onClose: () => void }) {
  const form = useForm<ErrorForm>({ initialValues: EMPTY_ERROR_FORM, validate: errorChecks });
  const [filter, setFilter] = useState<ErrorFilter>({});
  const query = useInfiniteQuery(errorsQuery(filter));
  const search = (values: ErrorForm) => {
    form.setValues(values);
    if (!form.validate().hasErrors) setFilter(readErrorForm(values));
  };
  const clear = () => {
    form.reset();
    setFilter({});
  };
  return (
    <FloatingWindow id="error-log" kind="error-log" title={t('Error Log')} initialSize={SIZE} onClose={onClose}>
      <div className={styles.window}>
        <LogFilter
          label={t('Filter of the error log')}
          submitLabel={t('Find')}
          isFiltered={isFiltered(filter)}
          onSubmit={form.onSubmit((values) => setFilter(readErrorForm(values)))}
          onClear={clear}
          onRange={({ from, to }) => search({ ...form.getValues(), from, to })}
        >
          <TextInput label={t('LogId')} inputMode="numeric" autoComplete="off" {...form.getInputProps('logId')} />
          <MomentField label={t('From (UTC)')} {...form.getInputProps('from')} />
          <MomentField label={t('To (UTC)')} {...form.getInputProps('to')} />
        </LogFilter>
        <LogPages
          query={query}
          what={t('Error log')}
          columns={COLUMNS}
          isFiltered={isFiltered(filter)}
          renderRow={(entry) => <ErrorRow key={entry.logId} entry={entry} isSought={filter.logId === entry.logId} />}
        />
      </div>
    </FloatingWindow>
  );
}
