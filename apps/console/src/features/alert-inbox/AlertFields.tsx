import { NativeSelect } from '@mantine/core';
import type { Alert } from '#/features/alerts/alerts-store.ts';
import { listChoices, type Narrowing } from '#/features/alerts/alert.view.ts';
import { useCompanies } from '#/features/devices/store/companies.ts';
import { t } from '#/language/t.ts';
import styles from './AlertsPanel.module.css';

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
export function AlertFields({ alerts, value, hasCompanies, onChange }: AlertFieldsProps) {
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
