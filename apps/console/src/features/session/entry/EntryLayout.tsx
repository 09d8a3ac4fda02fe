import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { WaymarkLogo } from '#/ui/brand/WaymarkLogo.tsx';
import styles from './EntryLayout.module.css';

async function loadArt(): Promise<{ readonly default: ComponentType }> {
  try {
    const { LoginArt } = await import('#/ui/brand/LoginArt.tsx');
    return { default: LoginArt };
  } catch {
    return { default: () => null };
  }
}

/** Loaded after the form, and optional. */
const LateArt = lazy(loadArt);

interface EntryLayoutProps {
  readonly heading: string;
  /** Only for screen readers, if the fields are self-explanatory. */
  readonly hidesHeading?: boolean;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of the screens before the map: a form at the left, product information at the right. */
export function EntryLayout({ heading, hidesHeading = false, foot, children }: EntryLayoutProps) {
  return (
    <div className={styles.page}>
      <div className={styles.panel}>
        <main className={styles.main}>
          <div className={styles.logo}>
            <WaymarkLogo size={38} />
          </div>
          <h1 className={hidesHeading ? 'visually-hidden' : styles.heading}>{heading}</h1>
          {children}
        </main>
        <footer className={styles.foot}>{foot}</footer>
      </div>
      <div className={styles.art}>
        <Suspense>
          <LateArt />
        </Suspense>
      </div>
    </div>
  );
}
