import type { ComponentProps } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '#/api/api-error.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { LogPages } from './LogPages.tsx';

const log = page.getByRole('region', { name: 'Audit log' });
const foot = page.getByRole('status');
const failure = page.getByRole('alert');
const older = page.getByRole('button', { name: 'Show older' });
const rows = page.getByRole('row');

const COLUMNS = [
  { label: 'Time', width: 120, share: '40%' },
  { label: 'Action', width: 200 },
];

const refusal = new ApiError({ status: 500, code: 'internal', detail: 'The log is closed.', logId: 812 });

type Query = ComponentProps<typeof LogPages<string>>['query'];

interface Shown extends Partial<Omit<Query, 'data' | 'refetch' | 'fetchNextPage'>> {
  readonly pages?: readonly (readonly string[])[];
}

/** Renders a log whose query is in this state; the functions record which load was requested. */
function show({ pages, ...state }: Shown, more: { readonly isFiltered?: boolean; readonly emptyText?: string } = {}) {
  const refetch = vi.fn<() => void>();
  const fetchNextPage = vi.fn<() => void>();
  const query: Query = {
    data: pages && { pages: pages.map((entries) => ({ entries })) },
    error: null,
    isFetching: pages === undefined,
    isPaused: false,
    isPlaceholderData: false,
    hasNextPage: false,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    ...state,
    refetch,
    fetchNextPage,
  };
  render(
    <LogPages
      query={query}
      what="Audit log"
      columns={COLUMNS}
      isFiltered={false}
      {...more}
      renderRow={(entry) => (
        <tr key={entry}>
          <td>{entry}</td>
          <td>Signed in</td>
        </tr>
      )}
    />,
  );
  return { refetch, fetchNextPage };
}

it('LogPages shows its heads above placeholders and says what it loads', async () => {
  show({});
  await expect.element(foot).toHaveTextContent('Loading audit log');
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Time', 'Action']);
  // The placeholders are hidden from screen readers: only the head is a row for them.
  expect(rows.elements()).toHaveLength(1);
  await expectAccessible();
});

it('LogPages counts one entry in the singular and has no button without older entries', async () => {
  show({ pages: [['10:00']] });
  await expect.element(foot).toHaveTextContent('1 entry');
  await expect.element(older).not.toBeInTheDocument();
  await expectAccessible();
});

it('LogPages joins its pages in order and says that there are older entries', async () => {
  const { fetchNextPage } = show({ pages: [['12:00', '11:00'], ['10:00']], hasNextPage: true });
  await expect.element(foot).toHaveTextContent('The newest 3 entries');
  expect(rows.elements().map(({ firstChild }) => firstChild?.textContent)).toEqual(['Time', '12:00', '11:00', '10:00']);
  await older.click();
  expect(fetchNextPage).toHaveBeenCalledOnce();
});

it('LogPages writes large counts with separators', async () => {
  const entries = Array.from({ length: 1200 }, (_, index) => `Entry ${index}`);
  show({ pages: [entries], hasNextPage: true });
  await expect.element(foot).toHaveTextContent('The newest 1,200 entries');
});

it('LogPages distinguishes an empty log from a filter without results', async () => {
  show({ pages: [[]] }, { emptyText: 'No changes yet' });
  await expect.element(log.getByText('No changes yet')).toBeVisible();
  await expect.element(foot).toHaveTextContent('0 entries');
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();
});

it('LogPages says that a filter has no results', async () => {
  show({ pages: [[]] }, { isFiltered: true, emptyText: 'No changes yet' });
  await expect.element(log.getByText('No results')).toBeVisible();
  await expect.element(log.getByText('No changes yet')).not.toBeInTheDocument();
});

it('LogPages shows why the first load failed with the log id, and loads again on Retry', async () => {
  const { refetch, fetchNextPage } = show({ error: refusal, isFetching: false });
  await expect.element(failure).toHaveTextContent('Audit log did not loadThe log is closed. LogId = 812Retry');
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  await expect.element(foot).toBeEmptyDOMElement();
  await failure.getByRole('button', { name: 'Retry' }).click();
  expect(refetch).toHaveBeenCalledOnce();
  expect(fetchNextPage).not.toHaveBeenCalled();
});

it('LogPages ignores Retry while it loads again', async () => {
  const { refetch } = show({ error: refusal, isFetching: true });
  const retry = failure.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toHaveAttribute('aria-busy', 'true');
  retry.element().focus();
  await userEvent.keyboard('{Enter}');
  expect(refetch).not.toHaveBeenCalled();
});

it('LogPages keeps the entries above the failure of an older page, and Retry loads that page only', async () => {
  const { refetch, fetchNextPage } = show({
    pages: [['12:00', '11:00']],
    error: refusal,
    hasNextPage: true,
    isFetchNextPageError: true,
  });
  await expect.element(failure).toBeVisible();
  const last = page.getByText('11:00').element().getBoundingClientRect();
  expect(failure.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(last.bottom);
  await expect.element(older).not.toBeInTheDocument();
  await failure.getByRole('button', { name: 'Retry' }).click();
  expect(fetchNextPage).toHaveBeenCalledOnce();
  expect(refetch).not.toHaveBeenCalled();
});

it('LogPages shows the failure of a reload above the entries that are still shown', async () => {
  show({ pages: [['12:00']], error: refusal, isFetching: false });
  await expect.element(page.getByText('12:00')).toBeVisible();
  const first = page.getByText('12:00').element().getBoundingClientRect();
  expect(failure.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(first.top);
});

it('LogPages offers no Retry while the console is offline, and says when it reads the log', async () => {
  show({ isPaused: true, isFetching: false });
  await expect.element(failure).toMatchTextContent('You are offline. It is read once the connection is back.');
  await expect.element(failure.getByRole('button')).not.toBeInTheDocument();
});

it('LogPages marks entries of an earlier filter as outdated until the new ones have loaded', async () => {
  show({ pages: [['12:00']], isPlaceholderData: true, isFetching: true });
  await expect.element(page.getByText('12:00')).toBeVisible();
  expect(page.getByText('12:00').element().closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true');
});

it('LogPages does not mark its entries as outdated while it loads older ones', async () => {
  show({ pages: [['12:00']], hasNextPage: true, isFetching: true, isFetchingNextPage: true });
  await expect.element(older).toHaveAttribute('aria-busy', 'true');
  expect(page.getByText('12:00').element().closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('false');
});

it('LogPages can be scrolled with the keyboard', async () => {
  show({ pages: [['12:00']] });
  await expect.element(log).toBeVisible();
  await userEvent.tab();
  await expect.element(log).toHaveFocus();
});
