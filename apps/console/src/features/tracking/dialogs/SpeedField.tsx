import { TextInput } from '@mantine/core';
import styles from '#/features/planning/editor/Editor.module.css';
import { cutDecimals, SPEED_STEP, type SpeedUnit } from './speed.view.ts';

interface SpeedFieldProps {
  readonly unit: SpeedUnit;
  readonly value: string;
  readonly error?: string | null;
  readonly size?: 'xs' | 'sm';
  readonly onChange: (typed: string) => void;
}

export function SpeedField({ unit, value, error, size = 'sm', onChange }: SpeedFieldProps) {
  return (
    <TextInput
      className={styles.number}
      label={`Expected speed (${unit})`}
      type="number"
      inputMode="decimal"
      step={SPEED_STEP}
      min={0}
      autoComplete="off"
      data-autofocus
      {...{ size, value, error }}
      onChange={({ currentTarget }) => onChange(cutDecimals(currentTarget.value))}
    />
  );
}
