import { Select } from '@mantine/core';
import { SCHEDULES } from '@waymark/domain/device/modes';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import styles from '#/features/commands/form/CommandForm.module.css';
import { ChoiceField } from '#/features/commands/form/ChoiceField.tsx';
import { CommandForm } from '#/features/commands/form/CommandForm.tsx';
import { readPowerDraft } from '#/features/commands/form/last-settings.view.ts';
import type { SectionProps } from '#/features/commands/form/order-desk.ts';
import { listPowerChoices, takesSchedule, toPowerOrder } from '#/features/commands/form/power-mode.view.ts';

const SCHEDULE_OPTIONS = SCHEDULES.map((label, index) => ({ value: String(index), label: t(label) }));

export function Form({ device, desk, refusal }: SectionProps) {
  const [draft, setDraft] = useState(() => readPowerDraft(device));
  return (
    <CommandForm
      label={t('Power Mode')}
      {...{ desk, refusal }}
      canSend={draft.mode !== null}
      onSend={() => desk.order(toPowerOrder(draft))}
    >
      <ChoiceField
        label={t('Power mode')}
        choices={listPowerChoices(device)}
        value={draft.mode}
        isDisabled={refusal !== undefined}
        onChange={(mode) => setDraft({ ...draft, mode })}
      />
      {takesSchedule(draft) && (
        <Select
          className={styles.field}
          aria-label={t('Connection schedule')}
          data={SCHEDULE_OPTIONS}
          allowDeselect={false}
          placeholder={t('As it is')}
          value={draft.schedule === null ? null : String(draft.schedule)}
          onChange={(schedule) => setDraft({ ...draft, schedule: Number(schedule) })}
        />
      )}
    </CommandForm>
  );
}
