import { SegmentedControl } from '@mantine/core';
import type { Choice } from './choices.view.ts';
import styles from './CommandForm.module.css';

interface ChoiceFieldProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  /** null: nothing is selected. */
  readonly value: number | null;
  readonly isDisabled: boolean;
  readonly onChange: (value: number) => void;
}

/** A few values side by side. */
export function ChoiceField({ label, choices, value, isDisabled, onChange }: ChoiceFieldProps) {
  return (
    <SegmentedControl
      classNames={{ root: styles.choice, control: styles.control, label: styles.segment }}
      aria-label={label}
      data={choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
      value={value === null ? '' : String(value)}
      disabled={isDisabled}
      onChange={(next) => onChange(Number(next))}
    />
  );
}
