import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { FloatingWindow } from './FloatingWindow.tsx';
import { showWindow } from './window-store.ts';

afterEach(() => page.viewport(1440, 900));

const windowOf = (title: string) => page.getByRole('dialog', { name: title });
const buttonOf = (title: string, name: string) => windowOf(title).getByRole('button', { name, exact: true });
const boxOf = (title: string) => windowOf(title).element().getBoundingClientRect();
const modeOf = (title: string) => (windowOf(title).element() as HTMLElement).dataset['mode'];

interface DeskProps {
  readonly titles: readonly string[];
  readonly subtitle?: string;
  readonly restoreLabel?: string;
}

function Desk({ titles, ...more }: DeskProps) {
  const [open, setOpen] = useState(titles);
  return (
    <>
      <button type="button" onClick={() => setOpen(titles)}>
        Open
      </button>
      {open.map((title) => (
        <FloatingWindow
          key={title}
          id={title}
          kind={title}
          title={title}
          initialSize={{ width: 500, height: 400 }}
          onClose={() => setOpen(open.filter((each) => each !== title))}
          {...more}
        >
          Content
        </FloatingWindow>
      ))}
    </>
  );
}

async function show(...titles: readonly string[]): Promise<void> {
  render(<Desk titles={titles} />);
  for (const title of titles) await expect.element(windowOf(title)).toBeVisible();
}

const press = (title: string, type: 'click' | 'dblclick', detail: number) =>
  buttonOf(title, title)
    .element()
    .dispatchEvent(new MouseEvent(type, { bubbles: true, detail }));

it('FloatingWindow is maximised and restored by a double click on its title, not by a single one', async () => {
  await show('Audit');
  const before = boxOf('Audit');
  await buttonOf('Audit', 'Audit').click();
  await expect.element(buttonOf('Audit', 'Maximise')).toBeVisible();
  press('Audit', 'dblclick', 2);
  await expect.poll(() => modeOf('Audit')).toBe('maximised');
  press('Audit', 'dblclick', 2);
  await expect.poll(() => boxOf('Audit')).toEqual(before);
});

it('FloatingWindow opens maximised if the last one of its kind was, and is then restored to its place', async () => {
  await show('Audit');
  const before = boxOf('Audit');
  await buttonOf('Audit', 'Maximise').click();
  await buttonOf('Audit', 'Close').click();
  await expect.element(windowOf('Audit')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.poll(() => modeOf('Audit')).toBe('maximised');
  expect(boxOf('Audit').width).toBeGreaterThan(before.width);
});

it('FloatingWindow that is maximised cannot be moved with the keyboard', async () => {
  await show('Audit');
  await buttonOf('Audit', 'Maximise').click();
  const before = boxOf('Audit');
  buttonOf('Audit', 'Audit').element().focus();
  await userEvent.keyboard('{ArrowLeft}{Shift>}{ArrowUp}{/Shift}');
  expect(boxOf('Audit')).toEqual(before);
  await expect.element(buttonOf('Audit', 'Audit')).toHaveAccessibleDescription('');
});

it('minimised windows stand side by side, and a click on a title restores its window', async () => {
  await show('Audit', 'Errors');
  for (const title of ['Audit', 'Errors']) await buttonOf(title, 'Minimise').click();
  const [audit, errors] = [boxOf('Audit'), boxOf('Errors')];
  expect(audit.height).toBeLessThan(60);
  expect(audit.right <= errors.left || errors.right <= audit.left).toBe(true);
  await expectAccessible();
  press('Audit', 'click', 1);
  await expect.poll(() => modeOf('Audit')).toBe('normal');
  expect(modeOf('Errors')).toBe('minimised');
});

it('FloatingWindow that was minimised while maximised is maximised again', async () => {
  await show('Audit');
  await buttonOf('Audit', 'Maximise').click();
  await buttonOf('Audit', 'Minimise').click();
  await expect.poll(() => modeOf('Audit')).toBe('minimised');
  await buttonOf('Audit', 'Restore').click();
  await expect.poll(() => modeOf('Audit')).toBe('maximised');
});

it('showWindow restores a minimised window and raises one that is covered', async () => {
  await show('Audit', 'Errors');
  const order = (title: string) => Number(getComputedStyle(windowOf(title).element()).zIndex);
  showWindow('Audit');
  await expect.poll(() => order('Audit') > order('Errors')).toBe(true);
  // The other window covers the button.
  (buttonOf('Errors', 'Minimise').element() as HTMLElement).click();
  await expect.poll(() => modeOf('Errors')).toBe('minimised');
  showWindow('Errors');
  await expect.poll(() => modeOf('Errors')).toBe('normal');
});

it('Escape leaves a minimised window open and closes the one above which it stands', async () => {
  await show('Audit', 'Errors');
  await buttonOf('Errors', 'Minimise').click();
  page.getByRole('button', { name: 'Open' }).element().focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(windowOf('Audit')).not.toBeInTheDocument();
  await expect.element(windowOf('Errors')).toBeInTheDocument();
});

it('FloatingWindow names its subject, whose place the restoring button takes while it is minimised', async () => {
  render(<Desk titles={['Stream']} subtitle="AGM 7" restoreLabel="Listen" />);
  const stream = page.getByRole('dialog', { name: 'Stream, AGM 7' });
  await expect.element(stream.getByText('AGM 7')).toBeVisible();
  await stream.getByRole('button', { name: 'Minimise' }).click();
  await expect.element(stream.getByText('AGM 7')).not.toBeInTheDocument();
  await stream.getByRole('button', { name: 'Listen' }).click();
  await expect.element(stream.getByText('AGM 7')).toBeVisible();
});

it('FloatingWindow on a phone ignores a double click on its title and the keys that move it', async () => {
  await page.viewport(390, 800);
  await show('Audit');
  const before = boxOf('Audit');
  press('Audit', 'dblclick', 2);
  buttonOf('Audit', 'Audit').element().focus();
  await userEvent.keyboard('{Enter}{ArrowDown}');
  expect(modeOf('Audit')).toBe('phone');
  expect(boxOf('Audit')).toEqual(before);
});

it('FloatingWindow stays visible when the screen becomes smaller', async () => {
  await show('Audit');
  await page.viewport(700, 500);
  await expect.poll(() => boxOf('Audit').right <= 700 && boxOf('Audit').bottom <= 500).toBe(true);
  expect(boxOf('Audit').left).toBeGreaterThanOrEqual(0);
});
