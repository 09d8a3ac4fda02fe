import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { IconButton } from './IconButton.tsx';
import { fromPicker, maskUtc, toPicker, UTC_MASK } from './utc-mask.ts';
import styles from './UtcField.module.css';

interface UtcFieldProps {
  /** Says that it is UTC. */
  readonly label: string;
  readonly value: string;
  readonly error?: string | null;
  readonly placeholder?: string;
  /** False: whatever is typed stands, and is refused with a reason. */
  readonly isMasked?: boolean;
  /** Has the focus when its dialog opens. */
  readonly isFirst?: boolean;
  readonly onChange: (typed: string) => void;
}

/** A time in UTC, typed or picked. */
export function UtcField(props: UtcFieldProps) {
  const { label, value, error = null, placeholder = UTC_MASK, isMasked = true, isFirst = false, onChange } = props;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.field}>
      <TextInput
        label={label}
        placeholder={placeholder}
        autoComplete="off"
        data-autofocus={isFirst || undefined}
        value={value}
        error={error}
        onChange={({ currentTarget: { value: typed } }) => onChange(isMasked ? maskUtc(value, typed) : typed)}
        rightSection={
          <IconButton icon="clock" label="Pick date and time" isSmall onClick={() => picker.current?.showPicker()} />
        }
      />
      <input
        ref={picker}
        className={styles.picker}
        type="datetime-local"
        step={1}
        tabIndex={-1}
        aria-hidden="true"
        value={toPicker(value)}
        onChange={({ currentTarget: { value: picked } }) => picked !== '' && onChange(fromPicker(picked))}
      />
    </div>
  );
}
