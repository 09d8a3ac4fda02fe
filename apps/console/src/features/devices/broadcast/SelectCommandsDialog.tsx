import { Checkbox, TextInput } from '@mantine/core';
import { findExclusionFault } from '@waymark/domain/command/broadcast';
import { BROADCAST_LABELS, type BroadcastCode } from '@waymark/domain/command/broadcast-codes';
import { useState } from 'react';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import type { BroadcastOrder } from './broadcast-store.ts';
import { CODE_EXPLANATIONS, CODE_GROUPS, readDate, toggleCode } from './broadcast.view.ts';
import styles from './SelectCommandsDialog.module.css';

type Commands = Pick<BroadcastOrder, 'codes' | 'start' | 'end'>;

interface DateFieldProps {
  readonly label: string;
  readonly value: string;
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
}

function DateField({ label, value, isDisabled, onChange }: DateFieldProps) {
  const [isLeft, setLeft] = useState(false);
  return (
    <TextInput
      className={styles.date}
      label={label}
      placeholder="YYYY-MM-DD HH:mm:ss"
      autoComplete="off"
      value={value}
      disabled={isDisabled}
      error={isLeft && !isDisabled && value !== '' && readDate(value) === null}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() => setLeft(true)}
    />
  );
}

interface SelectCommandsDialogProps {
  readonly isOpen: boolean;
  readonly chosen: Commands;
  readonly onSelect: (commands: Commands) => void;
  readonly onClose: () => void;
}

/** What the devices are told. What cannot go together is said here, and asked for again before it is sent. */
export function SelectCommandsDialog({ isOpen, chosen, onSelect, onClose }: SelectCommandsDialogProps) {
  const [draft, setDraft] = useState<Commands>({ codes: chosen.codes, start: chosen.start, end: chosen.end });
  const change = (part: Partial<Commands>) => setDraft({ ...draft, ...part });
  const fault = findExclusionFault(draft.codes);
  const hasDates = draft.codes.includes('RFD');
  const option = (code: BroadcastCode) => (
    <Checkbox
      key={code}
      label={BROADCAST_LABELS[code]}
      description={CODE_EXPLANATIONS[code]}
      checked={draft.codes.includes(code)}
      onChange={() => change({ codes: toggleCode(draft.codes, code) })}
    />
  );
  return (
    <FormDialog
      isOpen={isOpen}
      title="Select Commands"
      submitLabel="Select"
      note={fault !== null && <span className={styles.fault} role="alert">{fault}</span>}
      onSubmit={() => onSelect(draft)}
      onClose={onClose}
      width={480}
    >
      {CODE_GROUPS.map(({ title, codes }) => (
        <fieldset key={title} className={styles.group}>
          <legend className={styles.title}>{title}</legend>
          {codes.map(option)}
        </fieldset>
      ))}
      <div className={styles.dates} data-disabled={!hasDates || undefined}>
        <DateField label="Start (UTC)" value={draft.start} isDisabled={!hasDates} onChange={(start) => change({ start })} />
        <DateField label="End (UTC)" value={draft.end} isDisabled={!hasDates} onChange={(end) => change({ end })} />
      </div>
    </FormDialog>
  );
}
