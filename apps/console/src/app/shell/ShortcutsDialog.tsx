import { InfoDialog } from '../../ui/InfoDialog.tsx';
import { SHORTCUTS } from './keyboard.ts';
import styles from './ShortcutsDialog.module.css';

export function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <InfoDialog isOpen={isOpen} title="Keyboard shortcuts" onClose={onClose} width={420}>
      <dl className={styles.list}>
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does} className={styles.row}>
            <dt className={styles.does}>{does}</dt>
            <dd className={styles.keys}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </InfoDialog>
  );
}
