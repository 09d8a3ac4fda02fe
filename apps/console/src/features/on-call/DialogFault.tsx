import type { ReactNode } from 'react';
import styles from './ShiftsDialog.module.css';

/** Why a form with rows cannot be saved. */
export function DialogFault({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.fault} role="alert">
      {children}
    </p>
  );
}
