import { Suspense, useLayoutEffect, lazy, type ComponentType } from 'react';
import { showTheme } from '#/app/theme/theme-store.ts';
import { ThemeProvider } from '#/app/theme/ThemeProvider.tsx';
import { ToastHost } from '#/ui/toast/ToastHost.tsx';
import styles from './Gallery.module.css';

interface Shelf {
  /** The folder in `ui`. */
  readonly name: string;
  readonly Page: ComponentType;
}

type ShelfModule = Readonly<Record<'Shelf', ComponentType>>;

const pages = import.meta.glob<ShelfModule>('./shelves/*.tsx');

/** One page for each shelf of `ui`, by name. */
export const SHELVES: readonly Shelf[] = Object.entries(pages).map(([path, load]) => ({
  name: path.replace(/^.*\/|\.tsx$/g, ''),
  Page: lazy(async () => ({ default: (await load()).Shelf })),
}));

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const addressOf = ({ name }: Shelf, theme?: Theme) =>
  `/gallery?shelf=${name}${theme === undefined ? '' : `&theme=${theme}`}`;

/** The examples of a shelf in one theme. */
function ShelfPage({ shelf: { Page }, theme }: { readonly shelf: Shelf; readonly theme: Theme }) {
  useLayoutEffect(() => showTheme(theme), [theme]);
  return (
    <ThemeProvider>
      <main className={styles.examples}>
        <Suspense>
          <Page />
        </Suspense>
      </main>
      <ToastHost />
    </ThemeProvider>
  );
}

/** The components of `ui` in all their states. Each theme has a frame, because a page has one theme. */
export function GalleryPage() {
  const query = new URLSearchParams(location.search);
  const shelf = SHELVES.find(({ name }) => name === query.get('shelf')) ?? SHELVES[0];
  const theme = THEMES.find((name) => name === query.get('theme'));
  if (!shelf) return null;
  if (theme !== undefined) return <ShelfPage shelf={shelf} theme={theme} />;
  return (
    <div className={styles.page}>
      <nav className={styles.shelves} aria-label="Shelves">
        {SHELVES.map((each) => (
          <a
            key={each.name}
            className={styles.shelf}
            href={addressOf(each)}
            aria-current={each === shelf ? 'page' : undefined}
          >
            {each.name}
          </a>
        ))}
      </nav>
      <main className={styles.frames}>
        {THEMES.map((each) => (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- shows this page itself
          <iframe key={each} className={styles.frame} title={`${shelf.name}, ${each}`} src={addressOf(shelf, each)} />
        ))}
      </main>
    </div>
  );
}
