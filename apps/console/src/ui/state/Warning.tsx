import type { ReactNode } from 'react';
import { Icon } from '../button/Icon.tsx';
import styles from './Warning.module.css';

/** What the user should know before he goes on. */
export function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.warning}>
      <Icon name="warning" size={15} />
      <span>{children}</span>
    </p>
  );
}
