import { Checkbox } from '@mantine/core';
import { BROADCAST_LABELS, type BroadcastCode } from '@waymark/commands/broadcast-codes';
import { t } from '#/language/t.ts';
import { CODE_EXPLANATIONS, CODE_GROUPS } from './broadcast.view.ts';
import styles from './SelectCommandsDialog.module.css';

interface CommandChoicesProps {
  readonly codes: readonly BroadcastCode[];
  /** Replaces a command's label in a more specific context. */
  readonly instead?: Readonly<Partial<Record<BroadcastCode, { readonly label: string; readonly words: string }>>>;
  readonly onToggle: (code: BroadcastCode) => void;
}

/** All commands that can be sent to many devices. */
export function CommandChoices({ codes, instead = {}, onToggle }: CommandChoicesProps) {
  return CODE_GROUPS.map((group) => (
    <fieldset key={group.title} className={styles.group}>
      <legend className={styles.title}>{group.title}</legend>
      {group.codes.map((code) => (
        <Checkbox
          key={code}
          label={instead[code]?.label ?? t(BROADCAST_LABELS[code])}
          description={instead[code]?.words ?? CODE_EXPLANATIONS[code]}
          checked={codes.includes(code)}
          onChange={() => onToggle(code)}
        />
      ))}
    </fieldset>
  ));
}
