import { Select } from '@mantine/core';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import styles from '#/features/commands/form/CommandForm.module.css';
import { listDiskChoices } from '#/features/commands/form/choices.view.ts';
import { CommandForm } from '#/features/commands/form/CommandForm.tsx';
import type { SectionProps } from '#/features/commands/form/order-desk.ts';

export function Form({ device, desk, refusal }: SectionProps) {
  const [mode, setMode] = useState<string | null>(null);
  return (
    <CommandForm
      label={t('Disk Commands')}
      {...{ desk, refusal }}
      canSend={mode !== null}
      onSend={() => desk.order({ commandType: 'SdMode', parameters: { SdMode: Number(mode) } })}
    >
      <Select
        className={styles.field}
        aria-label={t('Disk command')}
        placeholder={t('Select a command')}
        data={listDiskChoices(device).map(({ value, label }) => ({ value: String(value), label }))}
        allowDeselect={false}
        value={mode}
        onChange={setMode}
      />
    </CommandForm>
  );
}
