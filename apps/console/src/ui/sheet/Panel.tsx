import { useId, type ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { IconButton } from '../button/IconButton.tsx';
import styles from './Panel.module.css';

interface PanelHeaderProps {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** A mark before the title, e.g. a device's icon. */
  readonly mark?: ReactNode;
  /** Small elements beside the title: a status, tags. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly onClose?: (() => void) | undefined;
  /** A larger title, if it names the subject itself. */
  readonly isProminent?: boolean;
}

/** The head of a docked panel: identity and actions, which do not scroll. */
export function PanelHeader({
  title,
  subtitle,
  mark,
  beside,
  actions,
  onClose,
  isProminent = false,
}: PanelHeaderProps) {
  return (
    <div className={styles.header}>
      {mark}
      <div className={styles.headings}>
        <div className={styles.line}>
          <h2 className={styles.title} data-prominent={isProminent || undefined}>
            {title}
          </h2>
          {beside}
        </div>
        {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      <div className={styles.actions}>
        {actions}
        {onClose && <IconButton icon="close" label={t('Close')} onClick={onClose} />}
      </div>
    </div>
  );
}

interface SectionProps {
  readonly title?: string | undefined;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, action, children }: SectionProps) {
  const titleId = useId();
  // A group, not a region: panels and windows have sections with the same name, and landmarks must be unique.
  const naming = title === undefined ? {} : ({ role: 'group', 'aria-labelledby': titleId } as const);
  return (
    <div className={styles.section} {...naming}>
      {title !== undefined && (
        <div className={styles.sectionHead}>
          <h3 className={styles.sectionTitle} id={titleId}>
            {title}
          </h3>
          {action}
        </div>
      )}
      {children}
    </div>
  );
}

/** Contains PropertyRows only. */
export function PropertyList({ children }: { readonly children: ReactNode }) {
  return <dl>{children}</dl>;
}

interface PropertyRowProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Less prominent text after the value: a unit, an age. */
  readonly aside?: ReactNode;
  readonly action?: ReactNode;
}

export function PropertyRow({ label, children, aside, action }: PropertyRowProps) {
  return (
    <div className={styles.row}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        {children}
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        {action !== undefined && <span className={styles.action}>{action}</span>}
      </dd>
    </div>
  );
}
