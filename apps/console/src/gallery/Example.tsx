import type { ReactNode } from 'react';
import styles from './Gallery.module.css';

interface ExampleProps {
  readonly title: string;
  /** `row`: side by side; `stack`: below each other; `stage`, `short`: a box that contains fixed elements. */
  readonly layout?: 'row' | 'stack' | 'stage' | 'short';
  readonly children: ReactNode;
}

/** States of a component, with their name. */
export function Example({ title, layout = 'row', children }: ExampleProps) {
  return (
    <section className={styles.example}>
      <h3>{title}</h3>
      <div className={styles[layout]}>{children}</div>
    </section>
  );
}
