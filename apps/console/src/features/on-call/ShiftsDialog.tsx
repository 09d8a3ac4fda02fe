import { NativeSelect, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { DialogFault } from './DialogFault.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useOnCallChanges, type OnCall, type Person } from './on-call.data.ts';
import { addRow, beginRows, isClock, readRows, type ShiftRow } from './shift-form.view.ts';
import { WEEKDAYS } from './week-calendar.view.ts';
import styles from './ShiftsDialog.module.css';

const DAYS = WEEKDAYS.map((label, day) => ({ value: String(day), label }));
const listZones = () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

interface ShiftsDialogProps {
  readonly settings: OnCall;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The time zone of the roster and its weekly shifts. */
export function ShiftsDialog({ settings, isOpen, onClose }: ShiftsDialogProps) {
  const { blockedBecause } = useCanWrite();
  const { saveRoster } = useOnCallChanges();
  const [timeZone, setTimeZone] = useState(settings.roster.timeZone);
  const [rows, setRows] = useState(() => beginRows(settings));
  const [isChecked, setChecked] = useState(false);
  const { shifts, fault } = readRows(rows, timeZone);
  const change = (key: number, part: Partial<ShiftRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const validate = () => {
    setChecked(true);
    return fault === null;
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Weekly shifts')}
      subtitle={t('On the clocks of the time zone, every week.')}
      submitLabel={t('Save')}
      cancelLabel={t('Cancel')}
      blockedBecause={blockedBecause}
      onValidate={validate}
      onSubmit={() => saveRoster({ timeZone, shifts: [...shifts] })}
      onClose={onClose}
      width={680}
    >
      <Select
        label={t('Time zone')}
        data={listZones()}
        value={timeZone}
        searchable
        allowDeselect={false}
        onChange={(zone) => zone !== null && setTimeZone(zone)}
      />
      <ol className={styles.rows} aria-label={t('Shifts')}>
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            people={settings.people}
            isChecked={isChecked}
            onChange={(part) => change(row.key, part)}
            onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ol>
      <div>
        <Button size="small" icon="plus" onClick={() => setRows(addRow(rows, settings.people))}>
          {t('Add shift')}
        </Button>
      </div>
      {isChecked && fault !== null && <DialogFault>{fault}</DialogFault>}
    </FormDialog>
  );
}

interface RowProps {
  readonly row: ShiftRow;
  readonly people: readonly Person[];
  readonly isChecked: boolean;
  readonly onChange: (part: Partial<ShiftRow>) => void;
  readonly onRemove: () => void;
}

function Row({ row, people, isChecked, onChange, onRemove }: RowProps) {
  const names = people.map(({ userId, name }) => ({ value: String(userId), label: name }));
  const clock = (side: 'from' | 'until') => ({
    value: row[side],
    placeholder: 'HH:MM',
    error: isChecked && !isClock(row[side]),
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onChange({ [side]: currentTarget.value }),
  });
  const day = (side: 'fromDay' | 'untilDay') => ({
    data: DAYS,
    value: row[side],
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLSelectElement }) =>
      onChange({ [side]: currentTarget.value }),
  });
  return (
    <li className={styles.row}>
      <NativeSelect
        className={styles.person}
        label={t('Person')}
        data={names}
        value={row.userId}
        onChange={({ currentTarget }) => onChange({ userId: currentTarget.value })}
      />
      <NativeSelect label={t('From')} {...day('fromDay')} />
      <TextInput aria-label={t('From, time')} {...clock('from')} />
      <NativeSelect label={t('Until')} {...day('untilDay')} />
      <TextInput aria-label={t('Until, time')} {...clock('until')} />
      <IconButton icon="trash" label={t('Remove shift')} onClick={onRemove} />
    </li>
  );
}
