import { TextInput } from '@mantine/core';
import { useState } from 'react';
import styles from '../Editor.module.css';
import { readNumber, says, writeNumber } from './number-text.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number | null;
  /** Error below the field; null: valid. */
  readonly error: string | null;
  readonly onChange: (value: number | null) => void;
}

/** Keeps the typed text, such as "3.", while its value is the same. */
export function NumberField({ label, unit, value, error, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState(() => writeNumber(value));
  return (
    <TextInput
      className={styles.number}
      label={`${label} (${unit})`}
      inputMode="decimal"
      autoComplete="off"
      value={says(typed, value) ? typed : writeNumber(value)}
      error={error}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(readNumber(currentTarget.value));
      }}
    />
  );
}
