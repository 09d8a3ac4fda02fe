import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectLogged } from '#/testing/complaints.ts';
import { render } from '#/testing/render.tsx';
import { newestFirst } from './history-order.ts';
import { useOrderedPages } from './use-ordered-pages.ts';

const FIRST = newestFirst('passageTimeStamp');
const NOTHING = {};

interface PagesProps {
  readonly readPage: (page: number) => string;
}

/** Two pages with one row each. */
function Pages({ readPage }: PagesProps) {
  const [failures, setFailures] = useState<readonly (() => void)[]>([]);
  const { shown, order, setOrder } = useOrderedPages({
    read: (wanted) => ({
      queryKey: ['pages', wanted] as const,
      queryFn: async () => ({ rows: [readPage(wanted.page)], count: 16 }),
      staleTime: 0,
      meta: { isShownInPlace: true },
    }),
    firstOrder: FIRST,
    narrowed: NOTHING,
    reloads: 0,
    onFailed: (_error, retry) => setFailures((before) => [...before, retry]),
  });
  return (
    <>
      <output>{shown?.rows[0] ?? 'nothing'}</output>
      <button type="button" onClick={() => setOrder({ ...order, page: 2 })}>
        Next
      </button>
      <button type="button" onClick={failures.at(-1)}>
        Retry after {failures.length} failures
      </button>
    </>
  );
}

it('useOrderedPages retries the requested page when the shown page fails as well', async () => {
  const failed: number[] = [];
  let isBroken = false;
  const readPage = (wanted: number) => {
    if (!isBroken) return `row of page ${wanted}`;
    failed.push(wanted);
    throw new Error('broken');
  };
  render(<Pages readPage={readPage} />);
  const shown = page.getByRole('status');
  await expect.element(shown).toHaveTextContent('row of page 1');
  isBroken = true;
  await page.getByRole('button', { name: 'Next' }).click();
  const retry = page.getByRole('button', { name: 'Retry after 2 failures' });
  await expect.element(retry).toBeVisible();
  expect(failed).toEqual([2, 1]);
  await expect.element(shown).toHaveTextContent('row of page 1');
  isBroken = false;
  await retry.click();
  await expect.element(shown).toHaveTextContent('row of page 2');
  expectLogged(/^Error: broken/);
});
