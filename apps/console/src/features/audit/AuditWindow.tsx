import { Select, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { auditQuery, exportAudit, groupsQuery, type AuditFilter, type AuditEntry } from './audit.data.ts';
import {
  OBJECT_TYPES,
  describeAction,
  describeActor,
  describeObject,
  listChanges,
  type FieldChange,
} from './audit.view.ts';
import { LogFilter } from '#/ui/table/LogFilter.tsx';
import { LogPages } from '#/ui/table/LogPages.tsx';
import { MomentField } from '#/ui/field/MomentField.tsx';
import { auditChecks, EMPTY_AUDIT_FORM, isFiltered, readAuditForm, type AuditForm } from './log-filter.view.ts';
import styles from '#/ui/window/LogWindow.module.css';

const SIZE = { width: 1040, height: 600 };
const WHAT = t('Audit log');

const COLUMNS = [
  { label: t('Time (UTC)'), width: 130, share: '172px' },
  { label: t('Who'), width: 90, share: '17%' },
  { label: t('What'), width: 110, share: '17%' },
  { label: t('Object'), width: 90, share: '16%' },
];
const COMPANY_COLUMN = { label: t('Company'), width: 80, share: '13%' };
const CHANGES_COLUMN = { label: t('Changes'), width: 180 };

type Form = UseFormReturnType<AuditForm>;

function AuditFields({
  form,
  companies,
}: {
  readonly form: Form;
  readonly companies: ReadonlyMap<number, string> | null;
}) {
  return (
    <>
      <TextInput label={t('Person')} placeholder={t('Name')} autoComplete="off" {...form.getInputProps('person')} />
      <Select
        label={t('Object')}
        placeholder={t('Any')}
        data={OBJECT_TYPES}
        clearable
        clearButtonProps={{ 'aria-label': t('Any object') }}
        {...form.getInputProps('objectType')}
      />
      <TextInput
        label={t('Object number')}
        placeholder={t('Any')}
        autoComplete="off"
        {...form.getInputProps('objectId')}
      />
      {companies && (
        <Select
          label={t('Company')}
          placeholder={t('Any')}
          data={[...companies].map(([id, name]) => ({ value: String(id), label: name }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('Any company') }}
          nothingFoundMessage={t('No results')}
          {...form.getInputProps('group')}
        />
      )}
      <MomentField label={t('From (UTC)')} {...form.getInputProps('from')} />
      <MomentField label={t('To (UTC)')} {...form.getInputProps('to')} />
    </>
  );
}

function ExportButton({ filter }: { readonly filter: AuditFilter }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { mutate, isPending } = useMutation({ mutationFn: () => exportAudit(filter) });
  return (
    <Button
      size="small"
      icon="download"
      title={blockedBecause ?? t('What the filter finds, at most its newest 50,000 entries')}
      disabled={!canWrite}
      isBusy={isPending}
      onClick={() => mutate()}
    >
      {t('Export CSV')}
    </Button>
  );
}

function useCompanies(seesAll: boolean): ReadonlyMap<number, string> | null {
  const { data } = useQuery({ ...groupsQuery, enabled: seesAll });
  return seesAll ? new Map(data?.map(({ id, groupName }) => [id, groupName])) : null;
}

interface AuditWindowProps {
  /** All companies, and entries without one. */
  readonly seesAll: boolean;
  readonly onClose: () => void;
}

/** The audit log: which user changed which object, and when. */
export function AuditWindow({ seesAll, onClose }: AuditWindowProps) {
  const companies = useCompanies(seesAll);
  const form = useForm<AuditForm>({ initialValues: EMPTY_AUDIT_FORM, validate: auditChecks });
  const [filter, setFilter] = useState<AuditFilter>({});
  const query = useInfiniteQuery(auditQuery(filter));
  const search = (next: AuditForm) => {
    form.setValues(next);
    if (!form.validate().hasErrors) setFilter(readAuditForm(next));
  };
  const clear = () => {
    form.reset();
    setFilter({});
  };
  return (
    <FloatingWindow id="audit" kind="audit" title={t('Audit Log')} initialSize={SIZE} onClose={onClose}>
      <div className={styles.window}>
        <LogFilter
          label={t('Filter of the audit log')}
          submitLabel={t('Search')}
          isFiltered={isFiltered(filter)}
          onSubmit={form.onSubmit((values) => setFilter(readAuditForm(values)))}
          onClear={clear}
          onRange={({ from, to }) => search({ ...form.getValues(), from, to })}
        >
          <AuditFields form={form} companies={companies} />
        </LogFilter>
        <LogPages
          query={query}
          what={WHAT}
          columns={[...COLUMNS, ...(companies ? [COMPANY_COLUMN] : []), CHANGES_COLUMN]}
          isFiltered={isFiltered(filter)}
          acts={<ExportButton filter={filter} />}
          renderRow={(entry) => (
            <AuditRow
              key={entry.id}
              entry={entry}
              companies={companies}
              onNarrow={(part) => search({ ...form.getValues(), ...part })}
            />
          )}
        />
      </div>
    </FloatingWindow>
  );
}

interface AuditRowProps {
  readonly entry: AuditEntry;
  /** Company names by number, if the user sees several. */
  readonly companies: ReadonlyMap<number, string> | null;
  readonly onNarrow: (part: Partial<AuditForm>) => void;
}

function Change({ field, from, to }: FieldChange) {
  return (
    <li>
      <span className={styles.field}>{field}:</span> {from}
      {from !== null && to !== null && (
        <>
          <span aria-hidden> → </span>
          <span className="visually-hidden"> {t('becomes')} </span>
        </>
      )}
      {to}
    </li>
  );
}

function Narrowing({
  name,
  hint,
  onClick,
}: {
  readonly name: string;
  readonly hint: string;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className={styles.narrow} title={hint} onClick={onClick}>
      {name}
    </button>
  );
}

/** The user and the object filter the log when they are clicked. */
function AuditRow({ entry, companies, onNarrow }: AuditRowProps) {
  const { at, action, objectType, objectId, groupId } = entry;
  const actor = describeActor(entry);
  const object = describeObject(entry);
  return (
    <tr>
      <td className={styles.time}>{at}</td>
      <td>
        <Narrowing
          name={actor.name}
          hint={t('Show only this person')}
          onClick={() => onNarrow({ person: actor.person })}
        />
        {actor.aside !== '' && <span className={styles.aside}>{actor.aside}</span>}
      </td>
      <td>{describeAction(action)}</td>
      <td>
        <Narrowing
          name={object.name}
          hint={t('Show only this object')}
          onClick={() => onNarrow({ objectType, objectId })}
        />
        {object.aside !== null && <span className={styles.aside}>{object.aside}</span>}
      </td>
      {companies && <td>{groupId !== null && (companies.get(groupId) ?? groupId)}</td>}
      <td className={styles.wide}>
        <ul className={styles.changes}>
          {listChanges(entry, companies).map((change) => (
            <Change key={change.field} {...change} />
          ))}
        </ul>
      </td>
    </tr>
  );
}
