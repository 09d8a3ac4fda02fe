import type { ReactNode } from 'react';
import { Icon } from '../button/Icon.tsx';
import styles from './Warning.module.css';

/** A warning that the user should read before continuing. */
export function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.warning}>
      <Icon name="warning" size={15} />
      <span>{children}</span>
    </p>
  );
}
