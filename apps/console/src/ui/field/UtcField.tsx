import { TextInput } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { IconButton } from '../button/IconButton.tsx';
import { fromPicker, maskUtc, toPicker, UTC_MASK } from './utc-mask.ts';
import styles from './UtcField.module.css';

export interface UtcFieldProps {
  /** Contains "UTC". */
  readonly label: string;
  readonly value?: string;
  readonly error?: ReactNode;
  readonly placeholder?: string;
  /** False: any text can be typed, and is refused with a reason. */
  readonly isMasked?: boolean;
  /** Focused when its dialog opens. */
  readonly isFirst?: boolean;
  readonly isDisabled?: boolean;
  readonly size?: 'xs';
  readonly className?: string | undefined;
  /** By which a form finds the field to focus it. */
  readonly 'data-path'?: string;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  readonly onChange: (typed: string) => void;
}

/** A time in UTC, typed or picked. */
export function UtcField(props: UtcFieldProps) {
  const { label, value = '', error = null, placeholder = t(UTC_MASK), isMasked = true, isFirst = false } = props;
  const { isDisabled = false, size, className, onFocus, onBlur, onChange } = props;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.field}>
      <TextInput
        label={label}
        placeholder={placeholder}
        autoComplete="off"
        data-autofocus={isFirst || undefined}
        data-path={props['data-path']}
        value={value}
        error={error}
        disabled={isDisabled}
        {...{ className, onFocus, onBlur, ...(size && { size }) }}
        onChange={({ currentTarget: { value: typed } }) => onChange(isMasked ? maskUtc(value, typed) : typed)}
        rightSection={
          <IconButton
            icon="clock"
            label={t('Pick date and time')}
            isSmall
            disabled={isDisabled}
            onClick={() => picker.current?.showPicker()}
          />
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
