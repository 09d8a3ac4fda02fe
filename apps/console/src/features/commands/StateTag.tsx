import type { CommandState } from '@waymark/commands/life';
import { t } from '#/language/t.ts';
import { Icon, type IconName } from '#/ui/button/Icon.tsx';
import { describeState } from './queued-command.view.ts';
import styles from './StateTag.module.css';

const MARKS: Readonly<Record<CommandState, IconName>> = {
  queued: 'clock',
  sent: 'send',
  accepted: 'check',
  rejected: 'error',
  expired: 'minus',
  deleted: 'trash',
};

export function StateTag({ state }: { readonly state: CommandState }) {
  return (
    <span className={styles.tag} data-state={state}>
      <Icon name={MARKS[state]} size={12} stroke={1.8} />
      {describeState(state)}
    </span>
  );
}

/** The user may have forgotten the command. */
export function OldTag() {
  return (
    <span className={styles.tag} data-state="old">
      <Icon name="warning" size={12} stroke={1.8} />
      {t('Old')}
    </span>
  );
}
