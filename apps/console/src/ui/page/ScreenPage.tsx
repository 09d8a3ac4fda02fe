import type { ReactNode } from 'react';
import { t } from '#/language/t.ts';
import { Button } from '#/ui/button/Button.tsx';
import styles from './ScreenPage.module.css';

interface ScreenPageProps {
  readonly title: string;
  readonly onBack: () => void;
  /** On a phone a part of the screen is open, which has a title and a way back of its own. */
  readonly isPartOpen?: boolean;
  readonly children: ReactNode;
}

/** A screen beside the map: its title, the way back, and the content that fills the rest. */
export function ScreenPage({ title, onBack, isPartOpen = false, children }: ScreenPageProps) {
  return (
    <main className={styles.page} data-part={isPartOpen || undefined}>
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <Button icon="chevronLeft" onClick={onBack}>
          {t('Back to Map')}
        </Button>
      </header>
      {children}
    </main>
  );
}
