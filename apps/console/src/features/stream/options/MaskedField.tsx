import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import styles from './StreamOptions.module.css';

interface MaskedFieldProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  /** Removes characters that the mask does not allow. */
  readonly mask: (text: string) => string;
  /** null: the text is not a valid value. */
  readonly read: (text: string) => number | null;
  /** The allowed range, in the words of the requirements. */
  readonly limit?: string;
  readonly onChange: (value: number) => void;
}

/** A number that is applied as soon as it is valid; an incomplete entry reverts to the last valid value. */
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
