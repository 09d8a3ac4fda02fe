import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { MOST_HEADING, MOST_PROFILE_NAME } from '@waymark/contract/routes/control-points';
import { CONTROL_COLUMNS, CONTROL_TIMES, LENGTH_UNITS, MOST_DECIMALS } from '@waymark/domain/report/control-columns';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { QuantityField } from '#/features/units/QuantityField.tsx';
import { useUnits } from '#/features/units/units.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { saveProfile, type ControlProfile } from './control-profiles.data.ts';
import {
  beginProfile,
  COLUMN_CHOICES,
  findProfileFault,
  hasDecimals,
  hasUnit,
  METRES_PER_KM,
  moveRow,
  nextKey,
  TIME_CHOICES,
  toSentProfile,
  UNIT_CHOICES,
  usualRow,
  type ColumnRow,
  type ProfileForm,
} from './profile-form.view.ts';
import styles from './ProfileForm.module.css';

interface ProfileFormDialogProps {
  readonly isOpen: boolean;
  /** null: a new one. */
  readonly profile: ControlProfile | null;
  readonly onClose: () => void;
}

/** Name, times, gaps and columns of a list of control points. */
export function ProfileFormDialog({ isOpen, profile, onClose }: ProfileFormDialogProps) {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const [form, setForm] = useState<ProfileForm>(() => beginProfile(profile));
  const [isChecked, setChecked] = useState(false);
  const units = useUnits();
  const fault = findProfileFault(form, units);
  const change = (part: Partial<ProfileForm>) => setForm({ ...form, ...part });
  const validate = () => {
    setChecked(true);
    return fault === null;
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={profile ? t('Edit Columns') : t('New Columns')}
      subtitle={profile?.name}
      submitLabel={t('Save')}
      blockedBecause={blockedBecause}
      note={isChecked && fault !== null ? fault : undefined}
      onValidate={validate}
      onSubmit={() => saveProfile(queryClient, toSentProfile(form))}
      onClose={onClose}
      width={680}
    >
      <TextInput
        label={t('Name')}
        autoComplete="off"
        maxLength={MOST_PROFILE_NAME}
        data-autofocus
        error={isChecked && form.name.trim() === ''}
        value={form.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <NativeSelect
        label={t('Times (UTC)')}
        data={TIME_CHOICES}
        value={form.timeFormat}
        onChange={({ currentTarget }) =>
          change({ timeFormat: CONTROL_TIMES.find((each) => each === currentTarget.value) ?? 'utc' })
        }
      />
      <QuantityField
        quantity="far"
        label={t('List gaps longer than')}
        description={t('Empty: gaps are not listed.')}
        value={form.gapKm === null ? null : form.gapKm * METRES_PER_KM}
        error={null}
        onChange={(gapM) => change({ gapKm: gapM === null ? null : gapM / METRES_PER_KM })}
      />
      <Columns rows={form.columns} onChange={(columns) => change({ columns })} />
    </FormDialog>
  );
}

interface ColumnsProps {
  readonly rows: readonly ColumnRow[];
  readonly onChange: (rows: readonly ColumnRow[]) => void;
}

function Columns({ rows, onChange }: ColumnsProps) {
  const change = (key: number, part: Partial<ColumnRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <>
      <ol className={styles.columns} aria-label={t('Columns')}>
        {rows.map((row) => (
          <Column
            key={row.key}
            row={row}
            onChange={(part) => change(row.key, part)}
            onMove={(by) => onChange(moveRow(rows, row.key, by))}
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ol>
      <div>
        <Button size="small" icon="plus" onClick={() => onChange([...rows, usualRow(nextKey(rows), 'name')])}>
          {t('Add column')}
        </Button>
      </div>
    </>
  );
}

interface ColumnProps {
  readonly row: ColumnRow;
  readonly onChange: (part: Partial<ColumnRow>) => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function Column({ row, onChange, onMove, onRemove }: ColumnProps) {
  const choose = (value: string) => {
    const column = CONTROL_COLUMNS.find((each) => each === value);
    if (column) onChange(usualRow(row.key, column));
  };
  const name = row.heading;
  return (
    <li className={styles.column}>
      <NativeSelect
        className={styles.content}
        label={t('Content')}
        data={COLUMN_CHOICES}
        value={row.column}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <TextInput
        className={styles.wide}
        label={t('Heading')}
        autoComplete="off"
        maxLength={MOST_HEADING}
        value={row.heading}
        onChange={({ currentTarget }) => onChange({ heading: currentTarget.value })}
      />
      {hasUnit(row) && (
        <NativeSelect
          className={styles.narrow}
          label={t('Unit')}
          data={UNIT_CHOICES}
          value={row.unit}
          onChange={({ currentTarget }) =>
            onChange({ unit: LENGTH_UNITS.find((each) => each === currentTarget.value) ?? 'm' })
          }
        />
      )}
      {hasDecimals(row) && (
        <NumberInput
          className={styles.narrow}
          label={t('Decimals')}
          min={0}
          max={MOST_DECIMALS}
          allowDecimal={false}
          value={row.decimals}
          onChange={(decimals) => onChange({ decimals })}
        />
      )}
      <div className={styles.acts}>
        <IconButton icon="chevronUp" label={t('Move {name} up', { name })} onClick={() => onMove(-1)} />
        <IconButton icon="chevronDown" label={t('Move {name} down', { name })} onClick={() => onMove(1)} />
        <IconButton icon="trash" label={t('Remove {name}', { name })} onClick={onRemove} />
      </div>
    </li>
  );
}
