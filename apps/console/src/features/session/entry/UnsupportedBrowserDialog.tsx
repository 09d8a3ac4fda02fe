import { useEffect, useId, useRef } from 'react';
import { t } from '#/language/t.ts';
import { PlainButton } from '#/ui/button/PlainButton.tsx';
import styles from './UnsupportedBrowserDialog.module.css';

/** Warns about an unsupported browser; the user may continue. */
export function UnsupportedBrowserDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog ref={ref} className={styles.dialog} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {t('Unsupported Browser')}
      </h2>
      <p className={styles.text}>
        {t('Waymark is supported in Chrome and Firefox. In this browser some things may look wrong or not work.')}
      </p>
      <PlainButton look="primary" isWide onClick={() => ref.current?.close()}>
        {t('Continue')}
      </PlainButton>
    </dialog>
  );
}
