import { t } from '#/language/t.ts';
import styles from './SuperadminNote.module.css';

export const SUPERADMIN_NOTE = t('Currently logged on as super admin.');

/** Under the top bar if the top bar has no space for the note. */
export function SuperadminNote() {
  return (
    <aside className={styles.note} aria-label={t('Signed in as')}>
      {SUPERADMIN_NOTE}
    </aside>
  );
}
