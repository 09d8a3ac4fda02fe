import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { BottomDrawer } from '../sheet/BottomDrawer.tsx';
import { BottomSheet } from '../sheet/BottomSheet.tsx';
import { DEFAULT_DRAWER_HEIGHT, MIN_DRAWER_HEIGHT } from '../sheet/drawer-height.ts';
import { FloatingWindow } from './FloatingWindow.tsx';
import type { SheetStop } from '../sheet/sheet-stops.ts';

const SIZE = { width: 500, height: 400 };
const DESKTOP = [1440, 900] as const;

afterEach(() => page.viewport(...DESKTOP));

const windowOf = (title: string) => page.getByRole('dialog', { name: title });
const gripOf = (title: string) => windowOf(title).getByRole('button', { name: title });
const boxOf = (title: string) => windowOf(title).element().getBoundingClientRect();

function Desk({ titles }: { readonly titles: readonly string[] }) {
  const [shown, setShown] = useState<readonly string[]>([]);
  const close = (title: string) => setShown(shown.filter((each) => each !== title));
  return (
    <>
      {titles.map((title) => (
        <button key={title} type="button" onClick={() => setShown([...shown, title])}>
          {`Show ${title}`}
        </button>
      ))}
      {shown.map((title) => (
        <FloatingWindow key={title} id={title} kind="log" title={title} initialSize={SIZE} onClose={() => close(title)}>
          <label>
            Note of {title} <input />
          </label>
        </FloatingWindow>
      ))}
    </>
  );
}

async function open(...titles: readonly string[]): Promise<void> {
  render(<Desk titles={titles} />);
  for (const title of titles) {
    await page.getByRole('button', { name: `Show ${title}` }).click();
    await expect.element(windowOf(title)).toBeVisible();
  }
}

it('FloatingWindow takes the focus when it opens and returns it when Escape closes it', async () => {
  await open('Audit');
  await expect.element(windowOf('Audit')).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(windowOf('Audit')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Show Audit' })).toHaveFocus();
});

it('FloatingWindow moves with the arrow keys and resizes with Shift and the arrow keys', async () => {
  await open('Audit');
  const before = boxOf('Audit');
  gripOf('Audit').element().focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowDown}');
  await expect.poll(() => boxOf('Audit')).toMatchObject({ x: before.x - 32, y: before.y + 16, width: 500 });
  await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowDown}{/Shift}');
  await expect.poll(() => boxOf('Audit')).toMatchObject({ x: before.x - 32, width: 484, height: 416 });
});

it('FloatingWindow follows the pointer at its title bar', async () => {
  await open('Audit');
  const { x, y } = boxOf('Audit');
  await userEvent.pointer([
    { keys: '[MouseLeft>]', coords: { x: x + 40, y: y + 12 } },
    { coords: { x: x - 160, y: y + 112 } },
    { keys: '[/MouseLeft]' },
  ]);
  await expect.poll(() => boxOf('Audit')).toMatchObject({ x: x - 200, y: y + 100 });
});

it('FloatingWindow is resized at its edge by the pointer, but not below its smallest size', async () => {
  await open('Audit');
  const { x, y, width, height } = boxOf('Audit');
  await userEvent.pointer([
    { keys: '[MouseLeft>]', coords: { x: x + 1, y: y + height / 2 } },
    { coords: { x: x + width, y: y + height / 2 } },
    { keys: '[/MouseLeft]' },
  ]);
  await expect.poll(() => boxOf('Audit')).toMatchObject({ right: x + width, width: 420 });
});

it('FloatingWindow stays inside the screen however far it is moved', async () => {
  await open('Audit');
  gripOf('Audit').element().focus();
  await userEvent.keyboard('{ArrowUp}'.repeat(12) + '{ArrowRight}'.repeat(12));
  const layer = windowOf('Audit').element().parentElement?.getBoundingClientRect();
  await expect.poll(() => boxOf('Audit')).toMatchObject({ right: layer?.right, top: layer?.top });
});

it('FloatingWindow fills the layer on Enter in its title bar and returns to its place on the next', async () => {
  await open('Audit');
  const before = boxOf('Audit');
  gripOf('Audit').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(windowOf('Audit').getByRole('button', { name: 'Restore' })).toBeVisible();
  expect(boxOf('Audit').width).toBeGreaterThan(1300);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => boxOf('Audit')).toEqual(before);
});

it('FloatingWindow keeps its content while it is minimised', async () => {
  await open('Audit');
  await page.getByLabelText('Note of Audit').fill('check valve 4');
  await windowOf('Audit').getByRole('button', { name: 'Minimise' }).click();
  await expect.element(page.getByLabelText('Note of Audit')).not.toBeVisible();
  await windowOf('Audit').getByRole('button', { name: 'Restore' }).click();
  await expect.element(page.getByLabelText('Note of Audit')).toHaveValue('check valve 4');
});

it('FloatingWindow moves to the top when it is clicked, and Escape closes the top one first', async () => {
  await open('Audit', 'Errors');
  const order = (title: string) => Number(getComputedStyle(windowOf(title).element()).zIndex);
  expect(order('Errors')).toBeGreaterThan(order('Audit'));
  await windowOf('Audit')
    .getByLabelText('Note of Audit')
    .click({ position: { x: 2, y: 2 }, force: true });
  gripOf('Audit').element().focus();
  await expect.poll(() => order('Audit') - order('Errors')).toBeGreaterThan(0);
  await userEvent.keyboard('{Escape}');
  await expect.element(windowOf('Audit')).not.toBeInTheDocument();
  await expect.element(windowOf('Errors')).toBeVisible();
});

it('FloatingWindow opens at the last place of its kind', async () => {
  await open('Audit');
  gripOf('Audit').element().focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowDown}');
  const left = boxOf('Audit');
  await windowOf('Audit').getByRole('button', { name: 'Close' }).click();
  await expect.element(windowOf('Audit')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Show Audit' }).click();
  await expect.element(windowOf('Audit')).toBeVisible();
  expect(boxOf('Audit')).toEqual(left);
});

it('FloatingWindow avoids a window at its place', async () => {
  await open('Audit', 'Errors');
  expect(boxOf('Errors').x).not.toBe(boxOf('Audit').x);
  expect(boxOf('Errors').y).toBeGreaterThan(boxOf('Audit').y);
});

it('FloatingWindow fills a phone and cannot be moved or maximised there', async () => {
  await page.viewport(390, 800);
  await open('Audit');
  await expect.element(windowOf('Audit')).toHaveAttribute('data-mode', 'phone');
  expect(boxOf('Audit').width).toBe(390);
  await expect.element(windowOf('Audit').getByRole('button', { name: 'Maximise' })).not.toBeInTheDocument();
  await expect.element(windowOf('Audit').getByRole('button', { name: 'Close' })).toBeVisible();
});

function Drawer() {
  const [isOpen, setOpen] = useState(false);
  const [height, setHeight] = useState(DEFAULT_DRAWER_HEIGHT);
  return (
    <div style={{ position: 'fixed', inset: 'auto 0 0' }}>
      <BottomDrawer
        title="Devices"
        isOpen={isOpen}
        height={height}
        screenHeight={900}
        onToggle={() => setOpen(!isOpen)}
        onHeight={setHeight}
        tools={<button type="button">Columns</button>}
      >
        <p>Rows</p>
      </BottomDrawer>
    </div>
  );
}

it('BottomDrawer is a bar until it is opened', async () => {
  render(<Drawer />);
  await expect.element(page.getByRole('button', { name: 'Columns' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Open Devices' }).click();
  await expect.element(page.getByText('Rows')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Close Devices' }).click();
  await expect.element(page.getByText('Rows')).not.toBeInTheDocument();
});

it('BottomDrawer is resized by keyboard between its smallest and largest height', async () => {
  render(<Drawer />);
  await page.getByRole('button', { name: 'Open Devices' }).click();
  const edge = page.getByRole('separator', { name: 'Height of Devices' });
  edge.element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(edge).toHaveAttribute('aria-valuenow', String(DEFAULT_DRAWER_HEIGHT + 24));
  await userEvent.keyboard('{Home}{ArrowDown}');
  await expect.element(edge).toHaveAttribute('aria-valuenow', String(MIN_DRAWER_HEIGHT));
  await userEvent.keyboard('{End}{ArrowUp}');
  await expect.element(edge).toHaveAttribute('aria-valuenow', '450');
  expect(page.getByRole('region', { name: 'Devices' }).element().getBoundingClientRect().height).toBe(450);
});

it('BottomDrawer is resized by the pointer at its edge', async () => {
  render(<Drawer />);
  await page.getByRole('button', { name: 'Open Devices' }).click();
  const edge = page.getByRole('separator', { name: 'Height of Devices' });
  await expect.element(edge).toBeVisible();
  const { x, y } = edge.element().getBoundingClientRect();
  await userEvent.pointer([
    { keys: '[MouseLeft>]', coords: { x: x + 100, y: y + 2 } },
    { coords: { x: x + 100, y: y - 58 } },
    { keys: '[/MouseLeft]' },
  ]);
  await expect.element(edge).toHaveAttribute('aria-valuenow', String(DEFAULT_DRAWER_HEIGHT + 60));
});

function Sheet() {
  const [stop, setStop] = useState<SheetStop>('peek');
  return (
    <BottomSheet label="Device 10490" stop={stop} onStopChange={setStop} header={<h2>10490</h2>}>
      <button type="button">Locate</button>
    </BottomSheet>
  );
}

it('BottomSheet moves between stops with the arrow keys, Home and End', async () => {
  await page.viewport(390, 800);
  render(<Sheet />);
  const handle = page.getByRole('slider', { name: 'Height of Device 10490' });
  await expect.element(handle).toHaveAttribute('aria-valuetext', 'header only');
  handle.element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(handle).toHaveAttribute('aria-valuetext', 'half of the screen');
  await userEvent.keyboard('{End}');
  await expect.element(handle).toHaveAttribute('aria-valuetext', 'full height');
  await userEvent.keyboard('{Home}{ArrowDown}');
  await expect.element(handle).toHaveAttribute('aria-valuetext', 'header only');
});

it('BottomSheet rises when the keyboard focus reaches its hidden content', async () => {
  await page.viewport(390, 800);
  render(<Sheet />);
  const handle = page.getByRole('slider');
  await expect.element(handle).toBeVisible();
  handle.element().focus();
  await userEvent.tab();
  await expect.element(handle).toHaveAttribute('aria-valuetext', 'half of the screen');
});

it('BottomSheet rises when its header is dragged up', async () => {
  await page.viewport(390, 800);
  render(<Sheet />);
  const { x, y } = page.getByRole('heading', { name: '10490' }).element().getBoundingClientRect();
  await userEvent.pointer([
    { keys: '[MouseLeft>]', coords: { x: x + 20, y: y + 5 } },
    { coords: { x: x + 20, y: y - 300 } },
    { keys: '[/MouseLeft]' },
  ]);
  await expect.element(page.getByRole('slider')).toHaveAttribute('aria-valuetext', 'half of the screen');
});
