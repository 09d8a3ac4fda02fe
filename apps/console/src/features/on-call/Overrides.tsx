import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { checkOverride } from '@waymark/domain/on-call/roster';
import { formatUtcSecond, parseUtc } from '@waymark/domain/time/utc';
import { describeOnCallFault } from '@waymark/domain/words/on-call-faults';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { serverNow } from '#/live/clock-store.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { Time } from '#/ui/clock/Time.tsx';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { validateForm } from '#/ui/dialog/validate-form.ts';
import { useOnCallChanges, type OnCall, type OverrideRow } from './on-call.data.ts';
import { findName, listOverrides } from './week-calendar.view.ts';
import styles from './OnCallPage.module.css';

interface OverridesProps {
  readonly settings: OnCall;
  readonly now: number;
}

/** Persons in place of the weekly shifts, from one time to another. */
export function Overrides({ settings, now }: OverridesProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { removeOverride } = useOnCallChanges();
  const dialogs = useDialogChain<'add'>();
  const [removing, setRemoving] = useState<OverrideRow | null>(null);
  const overrides = listOverrides(settings, now);
  return (
    <section className={styles.section} aria-label={t('Overrides')}>
      <div className={styles.bar}>
        <h2 className={styles.heading}>{t('Overrides')}</h2>
        <Button
          size="small"
          icon="plus"
          disabled={!canWrite}
          title={blockedBecause}
          onClick={() => dialogs.open('add')}
        >
          {t('Add override')}
        </Button>
      </div>
      {overrides.length === 0 ? (
        <p className={styles.quiet}>{t('The weekly shifts count without exception.')}</p>
      ) : (
        <ul className={styles.list}>
          {overrides.map((override) => (
            <Override
              key={override.id}
              override={override}
              settings={settings}
              onRemove={() => setRemoving(override)}
            />
          ))}
        </ul>
      )}
      {dialogs.step && (
        <OverrideDialog key={dialogs.turn} settings={settings} isOpen={dialogs.isOpen} onClose={dialogs.close} />
      )}
      <ConfirmDialog
        isOpen={removing !== null}
        title={t('Remove this override?')}
        confirmLabel={t('Remove')}
        cancelLabel={t('Cancel')}
        isDestructive
        onConfirm={() => removing && removeOverride(removing.id)}
        onClose={() => setRemoving(null)}
      >
        {t('The weekly shifts count again.')}
      </ConfirmDialog>
    </section>
  );
}

interface OverrideProps {
  readonly override: OverrideRow;
  readonly settings: OnCall;
  readonly onRemove: () => void;
}

function Override({ override: { userId, from, until }, settings, onRemove }: OverrideProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const { timeZone } = settings.roster;
  const label = t('Remove override');
  return (
    <li className={styles.row}>
      <span className={styles.grows}>
        <strong>{findName(settings, userId) ?? t('No one, goes to the administrators')}</strong>
        <span className={styles.quiet}>
          <Time of={from} line={timeZone} saysUtc /> – <Time of={until} line={timeZone} saysUtc />
        </span>
      </span>
      <IconButton icon="trash" label={label} disabled={!canWrite} title={blockedBecause ?? label} onClick={onRemove} />
    </li>
  );
}

const HOUR_MS = 3_600_000;
interface OverrideForm {
  readonly userId: string;
  readonly from: string;
  readonly until: string;
}

function checkForm({ from, until }: OverrideForm): { readonly from?: string; readonly until?: string } {
  const [begin, end] = [parseUtc(from.trim()), parseUtc(until.trim())];
  const fault = t('A time is YYYY-MM-DD HH:mm:ss.');
  if (!begin.ok || !end.ok) return { ...(!begin.ok && { from: fault }), ...(!end.ok && { until: fault }) };
  const checked = checkOverride({ fromAt: begin.value, untilAt: end.value }, serverNow());
  return checked.ok ? {} : { until: t(describeOnCallFault(checked.failure)) };
}

/** From the next full hour, for eight hours. */
function beginForm(): OverrideForm {
  const from = Math.ceil(serverNow() / HOUR_MS) * HOUR_MS;
  return { userId: '', from: formatUtcSecond(from), until: formatUtcSecond(from + 8 * HOUR_MS) };
}

interface OverrideDialogProps {
  readonly settings: OnCall;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function OverrideDialog({ settings, isOpen, onClose }: OverrideDialogProps) {
  const { blockedBecause } = useCanWrite();
  const { addOverride } = useOnCallChanges();
  const form = useForm<OverrideForm>({ initialValues: beginForm(), validate: checkForm });
  const { timeZone } = settings.roster;
  const people = settings.people.map(({ userId, name }) => ({ value: String(userId), label: name }));
  const save = () => {
    const { userId, from, until } = form.getValues();
    return addOverride({ userId: userId === '' ? null : Number(userId), from: from.trim(), until: until.trim() });
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Add override')}
      subtitle={t('In place of the weekly shifts.')}
      submitLabel={t('Add')}
      cancelLabel={t('Cancel')}
      blockedBecause={blockedBecause}
      onValidate={() => validateForm(form)}
      onSubmit={save}
      onClose={onClose}
      width={420}
    >
      <NativeSelect
        label={t('Person')}
        data={[{ value: '', label: t('No one, goes to the administrators') }, ...people]}
        {...form.getInputProps('userId')}
      />
      <ZonedField label={t('From (UTC)')} line={timeZone} {...form.getInputProps('from')} />
      <ZonedField label={t('Until (UTC)')} line={timeZone} {...form.getInputProps('until')} />
    </FormDialog>
  );
}
