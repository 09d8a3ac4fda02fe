import { TextInput } from '@mantine/core';
import styles from '#/features/planning/editor/Editor.module.css';
import { t } from '#/language/t.ts';
import { cutDecimals, readSpeedIn, stepSpeed, writeSpeedIn, type SpeedUnit } from './speed.view.ts';

interface SpeedFieldProps {
  readonly unit: SpeedUnit;
  readonly value: string;
  readonly error?: string | null;
  readonly size?: 'xs' | 'sm';
  readonly onChange: (typed: string) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** A number field that also takes a unit: "1.3 m/s". A browser's own number field takes digits only. */
export function SpeedField({ unit, value, error, size = 'sm', onChange }: SpeedFieldProps) {
  return (
    <TextInput
      className={styles.number}
      label={t('Expected speed ({unit})', { unit })}
      role="spinbutton"
      aria-valuemin={0}
      aria-valuenow={Number(writeSpeedIn(readSpeedIn(value, unit), unit))}
      aria-valuetext={value}
      inputMode="decimal"
      autoComplete="off"
      data-autofocus
      {...{ size, value, error }}
      onChange={({ currentTarget }) => onChange(cutDecimals(currentTarget.value))}
      onKeyDown={(event) => {
        const steps = STEPS[event.key];
        if (steps === undefined) return;
        event.preventDefault();
        onChange(stepSpeed(value, unit, steps));
      }}
    />
  );
}
