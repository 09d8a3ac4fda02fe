import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { IconButton } from '../../../../ui/IconButton.tsx';
import styles from './Passages.module.css';
import { fromPicker, toPicker } from './time-field.view.ts';

interface TimeFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly isFirst?: boolean;
  readonly onChange: (typed: string) => void;
}

/** A time in UTC, typed or picked. */
export function TimeField({ value, error, isFirst = false, onChange }: TimeFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.timeField}>
      <TextInput
        label="Passage Time (UTC)"
        placeholder="YYYY-MM-DD HH:MM:SS"
        autoComplete="off"
        data-autofocus={isFirst || undefined}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        rightSection={<IconButton icon="clock" label="Pick date and time" isSmall onClick={() => picker.current?.showPicker()} />}
      />
      <input
        ref={picker}
        className={styles.picker}
        type="datetime-local"
        step={1}
        tabIndex={-1}
        aria-hidden="true"
        value={toPicker(value)}
        onChange={(event) => event.currentTarget.value !== '' && onChange(fromPicker(event.currentTarget.value))}
      />
    </div>
  );
}
