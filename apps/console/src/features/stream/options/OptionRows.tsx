import { SegmentedControl, Switch } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import styles from './StreamOptions.module.css';

interface SwitchRowProps {
  readonly label: string;
  /** Explains the option if the label is not enough. */
  readonly hint?: ReactNode;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function SwitchRow({ label, hint, isOn, isDisabled = false, onChange }: SwitchRowProps) {
  const hintId = useId();
  return (
    <div className={styles.row}>
      <Switch
        classNames={{ root: styles.switch, body: styles.switchBody }}
        label={label}
        labelPosition="left"
        checked={isOn}
        disabled={isDisabled}
        {...(hint !== undefined && { 'aria-describedby': hintId })}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {hint !== undefined && (
        <span id={hintId} className={styles.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}

interface ChoiceRowProps {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function ChoiceRow({ label, choices, value, onChange }: ChoiceRowProps) {
  return (
    <div className={styles.row}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <SegmentedControl aria-label={label} data={[...choices]} value={value} onChange={onChange} />
    </div>
  );
}
