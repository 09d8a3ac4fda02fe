import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import styles from './StreamOptions.module.css';

interface MaskedFieldProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  /** Leaves out at once what may not stand there. */
  readonly mask: (text: string) => string;
  /** null: the text says no value that can be taken. */
  readonly read: (text: string) => number | null;
  /** What it must be, in the documents' words. */
  readonly limit?: string;
  readonly onChange: (value: number) => void;
}

/** A number that holds as soon as it is one; what was left unfinished goes back to what holds. */
export function MaskedField({ label, unit, value, mask, read, limit, onChange }: MaskedFieldProps) {
  const [text, setText] = useState(String(value));
  const limitId = useId();
  const isWrong = read(text) === null;
  const type = (typed: string) => {
    const next = mask(typed);
    setText(next);
    const found = read(next);
    if (found !== null) onChange(found);
  };
  return (
    <label className={styles.row}>
      <span className={styles.label}>{label}</span>
      {limit !== undefined && (
        <span
          id={limitId}
          className={styles.limit}
          data-fault={isWrong || undefined}
          role={isWrong ? 'alert' : undefined}
        >
          {limit}
        </span>
      )}
      <TextInput
        className={styles.number}
        inputMode="decimal"
        autoComplete="off"
        aria-label={`${label}, ${unit}`}
        {...(limit !== undefined && { 'aria-describedby': limitId })}
        rightSection={<span className={styles.unit}>{unit}</span>}
        value={text}
        error={isWrong}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => setText(String(value))}
      />
    </label>
  );
}
