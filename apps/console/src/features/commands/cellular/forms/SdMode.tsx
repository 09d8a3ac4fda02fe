import { Select } from '@mantine/core';
import { useState } from 'react';
import styles from '#/features/commands/form/CommandForm.module.css';
import { listDiskChoices } from '#/features/commands/form/choices.view.ts';
import { CommandForm } from '#/features/commands/form/CommandForm.tsx';
import type { SectionProps } from '#/features/commands/form/order-desk.ts';

export function Form({ device, desk, refusal }: SectionProps) {
  const [mode, setMode] = useState<string | null>(null);
  return (
    <CommandForm
      label="Disk Commands"
      {...{ desk, refusal }}
      canSend={mode !== null}
      onSend={() => desk.order({ commandType: 'SdMode', parameters: { SdMode: Number(mode) } })}
    >
      <Select
        className={styles.field}
        aria-label="Disk command"
        placeholder="Select a command"
        data={listDiskChoices(device).map(({ value, label }) => ({ value: String(value), label }))}
        allowDeselect={false}
        value={mode}
        onChange={setMode}
      />
    </CommandForm>
  );
}
