import type { CSSProperties } from 'react';
import styles from './WaymarkLogo.module.css';

interface WaymarkLogoProps {
  /** Side of the shield in px: 22 in the top bar, 38 on the login page. */
  readonly size?: number;
  readonly withName?: boolean;
}

export function WaymarkLogo({ size = 22, withName = true }: WaymarkLogoProps) {
  const vars = { '--logo-size': `${size}px` } as CSSProperties;
  return (
    <span className={styles.logo} style={vars}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 32 32"
        {...(withName ? { 'aria-hidden': true } : { role: 'img', 'aria-label': 'Waymark' })}
      >
        <path
          className={styles.shield}
          d="M7.4 2.5h17.2A4.4 4.4 0 0 1 29 6.9v12.4a4.4 4.4 0 0 1-1.4 3.2l-8.7 7.3a4.4 4.4 0 0 1-5.8 0l-8.7-7.3A4.4 4.4 0 0 1 3 19.3V6.9a4.4 4.4 0 0 1 4.4-4.4Z"
        />
        <path className={styles.letter} d="M6.6 11.6h2.5l3.1 8.6L16 7.4l3.8 12.8 3.1-8.6h2.5" />
      </svg>
      {withName && 'Waymark'}
    </span>
  );
}
