import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { moveItemFocus } from '../button/item-focus.ts';
import { ListFoot } from './ListFoot.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { SortHeader, type SortDirection } from './SortHeader.tsx';
import { usePages } from './use-pages.ts';

const search = page.getByRole('searchbox', { name: 'Find a user' });
const previous = page.getByRole('button', { name: 'Previous page' });
const next = page.getByRole('button', { name: 'Next page' });

function Search({ onSearch }: { readonly onSearch: (text: string) => void }) {
  return (
    <ListToolbar searchLabel="Find a user" onSearch={onSearch} count="62 users">
      <button type="button">Add user</button>
    </ListToolbar>
  );
}

/** Types without the driver, which on a busy machine pauses between two keys for longer than a user does. */
function typeAtOnce(text: string): void {
  const field = search.element() as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

it('ListToolbar searches once after the typing has paused', async () => {
  const onSearch = vi.fn<(text: string) => void>();
  render(<Search onSearch={onSearch} />);
  await expect.element(search).toBeVisible();
  for (const text of ['d', 'da', 'dan', 'dana']) typeAtOnce(text);
  await vi.waitFor(() => expect(onSearch).toHaveBeenCalled());
  expect(onSearch.mock.calls).toEqual([['dana']]);
  await expect.element(page.getByText('62 users')).toBeVisible();
  await expectAccessible();
});

it('ListToolbar searches for nothing at once when the field is cleared', async () => {
  const onSearch = vi.fn<(text: string) => void>();
  render(<Search onSearch={onSearch} />);
  await search.fill('dana');
  await page.getByRole('button', { name: 'Clear' }).click();
  expect(onSearch.mock.lastCall).toEqual(['']);
  await expect.element(search).toHaveValue('');
  await expect.element(page.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument();
});

function Paged({ count }: { readonly count: number }) {
  const all = Array.from({ length: count }, (_, index) => `Row ${index + 1}.`);
  const { rows, pager } = usePages(all, 15);
  return (
    <>
      <ul>
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      <ListFoot pager={pager} />
    </>
  );
}

it('Pager shows the rows of each page and stops at both ends', async () => {
  render(<Paged count={40} />);
  await expect.element(page.getByText('1–15 of 40')).toBeVisible();
  await expect.element(previous).toBeDisabled();
  await next.click();
  await next.click();
  await expect.element(page.getByText('31–40 of 40')).toBeVisible();
  await expect.element(next).toBeDisabled();
  expect(page.getByRole('listitem').elements()).toHaveLength(10);
  await previous.click();
  await expect.element(page.getByText('Row 16.')).toBeVisible();
});

it('Pager goes to the last page that is left when the list becomes shorter', async () => {
  const { rerender } = render(<Paged count={40} />);
  await next.click();
  await next.click();
  rerender(<Paged count={20} />);
  await expect.element(page.getByText('16–20 of 20')).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(5);
});

it('ListFoot shows no pager when one page holds everything', async () => {
  render(<Paged count={15} />);
  await expect.element(page.getByText('Row 15.')).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Pages' })).not.toBeInTheDocument();
});

function Sorted() {
  const [direction, setDirection] = useState<SortDirection | false>(false);
  return (
    <table>
      <thead>
        <tr>
          <SortHeader
            label="Serial number"
            direction={direction}
            onSort={() => setDirection(direction === 'asc' ? 'desc' : 'asc')}
          />
        </tr>
      </thead>
    </table>
  );
}

it('SortHeader tells its direction to screen readers and sorts by click and by keyboard', async () => {
  render(<Sorted />);
  const header = page.getByRole('columnheader', { name: 'Serial number' });
  await expect.element(header).toHaveAttribute('aria-sort', 'none');
  await header.getByRole('button').click();
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
  await userEvent.keyboard('{Enter}');
  await expect.element(header).toHaveAttribute('aria-sort', 'descending');
});

it('moveItemFocus moves through a list of buttons with the arrows, Home and End', async () => {
  render(
    <div role="listbox" tabIndex={-1} onKeyDown={moveItemFocus}>
      {['One', 'Two', 'Three'].map((name) => (
        <button key={name} type="button" role="option" aria-selected={false}>
          {name}
        </button>
      ))}
    </div>,
  );
  const item = (name: string) => page.getByRole('option', { name });
  await item('One').click();
  await userEvent.keyboard('{ArrowUp}{ArrowDown}');
  await expect.element(item('Two')).toHaveFocus();
  await userEvent.keyboard('{End}{ArrowDown}');
  await expect.element(item('Three')).toHaveFocus();
  await userEvent.keyboard('{Home}');
  await expect.element(item('One')).toHaveFocus();
});
