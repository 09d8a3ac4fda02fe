import { Checkbox, MultiSelect, NativeSelect, NumberInput } from '@mantine/core';
import { ESCALATION_MEDIA, MOST_ESCALATION_MINUTES, MOST_STEPS } from '@waymark/domain/alert/escalation';
import { useContext, useState } from 'react';
import { useCompanyPaths } from '#/features/runs/runs.data.ts';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { DialogFault } from './DialogFault.tsx';
import { OnCallCompany, useOnCallChanges, type OnCall, type Person } from './on-call.data.ts';
import { addStep, beginSteps, MEDIUM_WORDS, readSteps, type StepRow } from './steps.view.ts';
import styles from './ShiftsDialog.module.css';

/** Whose steps are edited. */
export type StepsOf =
  | { readonly kind: 'company' }
  | { readonly kind: 'path'; readonly pathId: number }
  | { readonly kind: 'new-path' };

interface StepsDialogProps {
  readonly of: StepsOf;
  readonly settings: OnCall;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A path that differs begins with the steps of the company. */
function beginOf(of: StepsOf, { steps, paths, people }: OnCall): StepRow[] {
  const own = of.kind === 'path' ? paths.find(({ pathId }) => pathId === of.pathId)?.steps : undefined;
  return beginSteps(own ?? steps, people);
}

/** The steps of an escalation, for the company or a path. */
export function StepsDialog({ of, settings, isOpen, onClose }: StepsDialogProps) {
  const { blockedBecause } = useCanWrite();
  const { saveSteps } = useOnCallChanges();
  const [rows, setRows] = useState(() => beginOf(of, settings));
  const [newPath, setNewPath] = useState('');
  const [isChecked, setChecked] = useState(false);
  const read = readSteps(rows);
  const fault = of.kind === 'new-path' && newPath === '' ? t('Choose a path.') : read.fault;
  const pathId = of.kind === 'path' ? of.pathId : of.kind === 'new-path' ? Number(newPath) : null;
  const pathName = settings.paths.find((path) => path.pathId === pathId)?.pathName;
  const change = (key: number, part: Partial<StepRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const validate = () => {
    setChecked(true);
    return fault === null;
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={pathName === undefined ? t('Steps of escalation') : t('Steps of {path}', { path: pathName })}
      subtitle={t('Until a user acknowledges the alert.')}
      submitLabel={t('Save')}
      cancelLabel={t('Cancel')}
      blockedBecause={blockedBecause}
      note={rows.length === 0 ? t('Without steps alerts are not escalated.') : undefined}
      onValidate={validate}
      onSubmit={() => saveSteps(pathId, read.steps)}
      onClose={onClose}
      width={560}
    >
      {of.kind === 'new-path' && <PathField settings={settings} value={newPath} onChange={setNewPath} />}
      <ol className={styles.rows} aria-label={t('Steps')}>
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            people={settings.people}
            onChange={(part) => change(row.key, part)}
            onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ol>
      <div>
        <Button size="small" icon="plus" disabled={rows.length >= MOST_STEPS} onClick={() => setRows(addStep(rows))}>
          {t('Add step')}
        </Button>
      </div>
      {isChecked && fault !== null && <DialogFault>{fault}</DialogFault>}
    </FormDialog>
  );
}

interface PathFieldProps {
  readonly settings: OnCall;
  readonly value: string;
  readonly onChange: (pathId: string) => void;
}

function PathField({ settings, value, onChange }: PathFieldProps) {
  const paths = useCompanyPaths(useContext(OnCallCompany));
  const others = paths.filter(({ pathId }) => !settings.paths.some((path) => path.pathId === pathId));
  return (
    <NativeSelect
      label={t('Path')}
      data={[
        { value: '', label: t('Choose a path') },
        ...others.map(({ pathId, name }) => ({ value: String(pathId), label: name })),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface RowProps {
  readonly row: StepRow;
  readonly people: readonly Person[];
  readonly onChange: (part: Partial<StepRow>) => void;
  readonly onRemove: () => void;
}

function Row({ row, people, onChange, onRemove }: RowProps) {
  return (
    <li className={styles.step}>
      <NumberInput
        label={t('After')}
        min={1}
        max={MOST_ESCALATION_MINUTES}
        suffix=" min"
        allowDecimal={false}
        value={row.afterMinutes}
        onChange={(afterMinutes) => onChange({ afterMinutes })}
      />
      <MultiSelect
        className={styles.users}
        label={t('Users')}
        data={people.map(({ userId, name }) => ({ value: String(userId), label: name }))}
        value={[...row.userIds]}
        onChange={(userIds) => onChange({ userIds })}
        searchable
      />
      <IconButton icon="trash" label={t('Remove step')} onClick={onRemove} />
      <div className={styles.boxes}>
        <Checkbox
          label={t('Person on call')}
          checked={row.onCall}
          onChange={({ currentTarget }) => onChange({ onCall: currentTarget.checked })}
        />
        {ESCALATION_MEDIA.map((medium) => (
          <Checkbox
            key={medium}
            label={t('By {medium}', { medium: MEDIUM_WORDS[medium] })}
            checked={row.media.includes(medium)}
            onChange={({ currentTarget }) => {
              const others = row.media.filter((each) => each !== medium);
              onChange({ media: currentTarget.checked ? [...others, medium] : others });
            }}
          />
        ))}
      </div>
    </li>
  );
}
