import { Link } from '@tanstack/react-router';
import styles from './FailureScreen.module.css';

export function NotFoundPage() {
  return (
    <main className={styles.failure}>
      <h1 className={styles.title}>Nothing is here</h1>
      <p className={styles.text}>There is no screen at this address.</p>
      <Link className={styles.link} to="/">
        Go to the map
      </Link>
    </main>
  );
}
