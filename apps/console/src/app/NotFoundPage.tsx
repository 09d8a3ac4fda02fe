import { Link } from '@tanstack/react-router';
import { t } from '#/language/t.ts';
import styles from './FailureScreen.module.css';

export function NotFoundPage() {
  return (
    <main className={styles.failure}>
      <h1 className={styles.title}>{t('Nothing is here')}</h1>
      <p className={styles.text}>{t('There is no screen at this address.')}</p>
      <Link className={styles.link} to="/">
        {t('Go to the map')}
      </Link>
    </main>
  );
}
