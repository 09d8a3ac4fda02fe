import { useId, type ReactNode } from 'react';
import { dialogHome } from '#/ui/dialog/use-dialog-chain.ts';
import styles from './Editor.module.css';

interface EditorSectionProps {
  readonly title: string;
  /** Count beside the title, less prominent. */
  readonly count?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function EditorSection({ title, count, actions, children }: EditorSectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId} {...dialogHome}>
      <div className={styles.head}>
        <h3 className={styles.title} id={titleId}>
          {title}
        </h3>
        {count !== undefined && <span className={styles.count}>{count}</span>}
        {actions !== undefined && <span className={styles.actions}>{actions}</span>}
      </div>
      {children}
    </section>
  );
}
