import { describePowerMode } from '@waymark/domain/device/modes';
import { t } from '#/language/t.ts';
import styles from './PowerMode.module.css';

const MARKS: readonly string[] = ['active', 'asleep', 'asleep', 'off'];

/** The power mode with its mark: a disc for Active, a moon for sleep modes, a ring for Cellular OFF. */
export function PowerMode({ mode }: { readonly mode: number | null }) {
  const mark = mode === null ? undefined : MARKS[mode];
  return (
    <span className={styles.mode}>
      {mark && <i className={styles.mark} data-mark={mark} />}
      {t(describePowerMode(mode))}
    </span>
  );
}
