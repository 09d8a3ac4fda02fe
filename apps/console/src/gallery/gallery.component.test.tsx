import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { showTheme } from '#/app/theme/theme-store.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { SHELVES } from './GalleryPage.tsx';
import styles from './Gallery.module.css';

const folders = Object.keys(import.meta.glob('../ui/*/*.{ts,tsx}')).map((path) => path.split('/').at(-2));

const components = Object.keys(import.meta.glob('../ui/*/[A-Z]*.tsx')).filter((path) => !path.includes('.test.'));
const sources = Object.values(
  import.meta.glob<string>(['./GalleryPage.tsx', './shelves/*.tsx'], { query: '?raw', import: 'default', eager: true }),
).join('\n');

afterEach(() => showTheme('system'));

it('[W-271] the gallery has a page for each shelf of ui', () => {
  expect(SHELVES.map(({ name }) => name)).toEqual([...new Set(folders)]);
});

it('[W-265] the gallery shows every component of ui', () => {
  expect(components.filter((path) => !sources.includes(path.replace('..', '#')))).toEqual([]);
});

const pages = SHELVES.flatMap((shelf) => (['light', 'dark'] as const).map((theme) => ({ ...shelf, theme })));

it.each(pages)('[W-271] the $theme page of $name shows its states without an accessibility fault', async (shown) => {
  showTheme(shown.theme);
  render(
    <div className={styles.examples}>
      <Suspense>
        <shown.Page />
      </Suspense>
    </div>,
  );
  await expect.element(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  expect(document.documentElement.dataset['theme']).toBe(shown.theme);
  await expectAccessible();
});
