import { useId, useState, type ReactNode } from 'react';
import { Icon } from '#/ui/button/Icon.tsx';
import styles from './CommandSection.module.css';

interface CommandSectionProps {
  readonly title: string;
  /** Open when the window opens. */
  readonly isOpenFirst?: boolean;
  /** Right of the title: the present value, a count. */
  readonly beside?: ReactNode;
  /** Without padding, for full-width tables. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}

/** A section of a command dialog. Its fields keep their content while it is closed. */
export function CommandSection({ title, isOpenFirst = false, beside, isFlush = false, children }: CommandSectionProps) {
  const [isOpen, setOpen] = useState(isOpenFirst);
  const [wasOpened, setOpened] = useState(isOpenFirst);
  const id = useId();
  const toggle = () => {
    setOpen(!isOpen);
    setOpened(true);
  };
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          onClick={toggle}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
          <span id={id}>{title}</span>
        </button>
        {beside !== undefined && <span className={styles.beside}>{beside}</span>}
      </h3>
      <div id={`${id}-body`} className={styles.body} data-flush={isFlush || undefined} hidden={!isOpen}>
        {wasOpened && children}
      </div>
    </section>
  );
}
