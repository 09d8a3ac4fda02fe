import type { BroadcastCode } from '@waymark/commands/broadcast-codes';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { serverNow } from '#/live/clock-store.ts';
import { FormDialog } from '#/ui/dialog/FormDialog.tsx';
import { RangeMenu } from '#/ui/field/RangeMenu.tsx';
import { listTimeRanges } from '#/ui/field/time-ranges.ts';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { findRunOf } from '#/features/devices/run-of-devices.ts';
import type { BroadcastOrder } from './broadcast-store.ts';
import { describeReplaced, readDate, toggleCode } from './broadcast.view.ts';
import { CommandChoices } from './CommandChoices.tsx';
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
    <div className={styles.date}>
      <ZonedField
        label={label}
        isMasked={false}
        value={value}
        isDisabled={isDisabled}
        error={isLeft && !isDisabled && value !== '' && readDate(value) === null}
        onChange={onChange}
        onBlur={() => setLeft(true)}
      />
    </div>
  );
}

interface SelectCommandsDialogProps {
  readonly isOpen: boolean;
  readonly chosen: Commands;
  /** The selected devices. */
  readonly uids: readonly number[];
  readonly onSelect: (commands: Commands) => void;
  readonly onClose: () => void;
}

/** Chooses the commands. Choices that exclude each other replace each other. */
export function SelectCommandsDialog({ isOpen, chosen, uids, onSelect, onClose }: SelectCommandsDialogProps) {
  const [draft, setDraft] = useState<Commands>({ codes: chosen.codes, start: chosen.start, end: chosen.end });
  const change = (part: Partial<Commands>) => setDraft({ ...draft, ...part });
  const [replaced, setReplaced] = useState<string | null>(null);
  const toggle = (code: BroadcastCode) => {
    setReplaced(describeReplaced(draft.codes, code));
    change({ codes: toggleCode(draft.codes, code) });
  };
  const hasDates = draft.codes.includes('RFD');
  return (
    <FormDialog
      isOpen={isOpen}
      title={t('Select Commands')}
      submitLabel={t('Select')}
      note={replaced !== null && <span role="status">{replaced}</span>}
      onSubmit={() => onSelect(draft)}
      onClose={onClose}
      width={480}
    >
      <CommandChoices codes={draft.codes} onToggle={toggle} />
      <div className={styles.dates} data-disabled={!hasDates || undefined}>
        <DateField
          label={t('Start (UTC)')}
          value={draft.start}
          isDisabled={!hasDates}
          onChange={(start) => change({ start })}
        />
        <DateField
          label={t('End (UTC)')}
          value={draft.end}
          isDisabled={!hasDates}
          onChange={(end) => change({ end })}
        />
        <RangeMenu
          isDisabled={!hasDates}
          listRanges={() => listTimeRanges(serverNow(), findRunOf(uids))}
          onPick={({ from, to }) => change({ start: from, end: to })}
        />
      </div>
    </FormDialog>
  );
}
