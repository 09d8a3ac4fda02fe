import type { ReactNode } from 'react';
import { Icon } from '#/ui/button/Icon.tsx';
import styles from './Editor.module.css';

/** An error message at its field. */
export function Fault({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.fault} role="alert">
      <Icon name="warning" size={13} stroke={1.6} />
      <span>{children}</span>
    </p>
  );
}
