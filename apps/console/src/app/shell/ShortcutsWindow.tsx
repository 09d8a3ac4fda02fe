import { t } from '#/language/t.ts';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { SHORTCUTS } from './keyboard.ts';
import { closeShortcuts } from './shell-store.ts';
import styles from './ShortcutsWindow.module.css';

const SIZE = { width: 420, height: 490 };

/** A window rather than a dialog, so that a shortcut can be read and tried. */
export function ShortcutsWindow() {
  return (
    <FloatingWindow
      id="shortcuts"
      kind="shortcuts"
      title={t('Keyboard shortcuts')}
      initialSize={SIZE}
      onClose={closeShortcuts}
    >
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
    </FloatingWindow>
  );
}
