import { useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#/testing/render.tsx';
import { keepScrollFocusable } from '../table/focusable-scroll.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { InfoDialog } from './InfoDialog.tsx';
import { useEscapeKey } from './use-escape-key.ts';
import { useReturnedFocus } from './use-returned-focus.ts';
import { useUnloadQuestion } from './use-unload-question.ts';

const button = (name: string) => page.getByRole('button', { name });

function Layer({ onEscape, children }: { readonly onEscape: () => boolean; readonly children?: ReactNode }) {
  useEscapeKey(onEscape);
  return children;
}

const takes = (result: boolean) => vi.fn<() => boolean>(() => result);

it('useEscapeKey calls the layer that was added last, and stops at the first that handles the key', async () => {
  const [below, middle, top] = [takes(true), takes(true), takes(false)];
  render(
    <>
      <Layer onEscape={below} />
      <Layer onEscape={middle} />
      <Layer onEscape={top} />
    </>,
  );
  await userEvent.keyboard('{Escape}');
  expect([below, middle, top].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1]);
});

it('useEscapeKey ignores other keys and removed layers', async () => {
  const [below, top] = [takes(true), takes(true)];
  const { rerender } = render([<Layer key="below" onEscape={below} />, <Layer key="top" onEscape={top} />]);
  await userEvent.keyboard('a{Enter}');
  expect(top).not.toHaveBeenCalled();
  rerender([<Layer key="below" onEscape={below} />]);
  await userEvent.keyboard('{Escape}');
  expect(top).not.toHaveBeenCalled();
  expect(below).toHaveBeenCalledOnce();
});

it('useEscapeKey leaves the key to a field that has handled it', async () => {
  const onEscape = takes(true);
  render(
    <Layer onEscape={onEscape}>
      <input aria-label="Name" onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()} />
    </Layer>,
  );
  await page.getByRole('textbox', { name: 'Name' }).click();
  await userEvent.keyboard('{Escape}');
  expect(onEscape).not.toHaveBeenCalled();
});

it.each(['menu', 'listbox'])('useEscapeKey leaves the key to an open %s', async (role) => {
  const onEscape = takes(true);
  render(
    <Layer onEscape={onEscape}>
      <div role={role}>
        <button type="button">Item</button>
      </div>
      <button type="button">Outside</button>
    </Layer>,
  );
  button('Item').element().focus();
  await userEvent.keyboard('{Escape}');
  expect(onEscape).not.toHaveBeenCalled();
  button('Outside').element().focus();
  await userEvent.keyboard('{Escape}');
  expect(onEscape).toHaveBeenCalledOnce();
});

it('useEscapeKey leaves the key to a button whose menu is open', async () => {
  const onEscape = takes(true);
  render(
    <Layer onEscape={onEscape}>
      <button type="button" aria-haspopup="menu" aria-expanded="true">
        Menu
      </button>
    </Layer>,
  );
  button('Menu').element().focus();
  await userEvent.keyboard('{Escape}');
  expect(onEscape).not.toHaveBeenCalled();
});

it('useEscapeKey does not close a window together with the dialog above it', async () => {
  const onEscape = takes(true);
  const onClose = vi.fn<() => void>();
  render(
    <Layer onEscape={onEscape}>
      <ConfirmDialog isOpen title="Delete?" confirmLabel="Delete" onConfirm={() => undefined} onClose={onClose} />
    </Layer>,
  );
  await expect.element(button('Delete')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(onEscape).not.toHaveBeenCalled();
});

const pressEscape = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));

/** A dialog whose Escape asks before it closes. */
function Asking() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <InfoDialog isOpen title="Form" isCovered={isAsking} onClose={() => setAsking(true)}>
        Entries
      </InfoDialog>
      <ConfirmDialog
        isOpen={isAsking}
        title="Discard?"
        confirmLabel="Discard"
        onConfirm={() => undefined}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

it('the Escape that opens a question does not close it, and the next one closes it alone', async () => {
  render(<Asking />);
  const question = page.getByRole('dialog', { name: 'Discard?' });
  await expect.element(page.getByText('Entries')).toBeVisible();
  pressEscape();
  await expect.element(question).toBeVisible();
  pressEscape();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByText('Entries')).toBeVisible();
});

it('Escape goes to the dialog on top, whatever the one below would do', async () => {
  const [below, top] = [vi.fn<() => void>(), vi.fn<() => void>()];
  render(
    <>
      <InfoDialog isOpen title="Below" onClose={below}>
        Entries
      </InfoDialog>
      <InfoDialog isOpen title="Top" onClose={top}>
        More
      </InfoDialog>
    </>,
  );
  await expect.element(page.getByText('More')).toBeVisible();
  pressEscape();
  expect([below, top].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
});

it('a dialog closes by an Escape in the moment in which it appears', () => {
  const onClose = vi.fn<() => void>();
  const shown = (isOpen: boolean) => (
    <InfoDialog isOpen={isOpen} title="Form" onClose={onClose}>
      Entries
    </InfoDialog>
  );
  const { rerender } = render(shown(false));
  flushSync(() => rerender(shown(true)));
  pressEscape();
  expect(onClose).toHaveBeenCalledOnce();
});

function Card({ isShown }: { readonly isShown: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  useReturnedFocus(ref, isShown);
  return (
    <>
      <button type="button">Open</button>
      <button type="button">Other</button>
      {isShown && (
        <div ref={ref} role="group" aria-label="Card" tabIndex={-1}>
          <button type="button">Inside</button>
        </div>
      )}
    </>
  );
}

const card = page.getByRole('group', { name: 'Card' });

async function openCard() {
  const { rerender } = render(<Card isShown={false} />);
  button('Open').element().focus();
  rerender(<Card isShown />);
  await expect.element(card).toHaveFocus();
  return rerender;
}

it('useReturnedFocus returns the focus from inside the removed element to the opener', async () => {
  const rerender = await openCard();
  button('Inside').element().focus();
  rerender(<Card isShown={false} />);
  await expect.element(button('Open')).toHaveFocus();
});

it('useReturnedFocus leaves the focus where the user has moved it', async () => {
  const rerender = await openCard();
  button('Other').element().focus();
  rerender(<Card isShown={false} />);
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(button('Other')).toHaveFocus();
});

function Unsaved() {
  const [isUnsaved, setUnsaved] = useState(false);
  useUnloadQuestion(isUnsaved);
  return (
    <button type="button" onClick={() => setUnsaved(!isUnsaved)}>
      Edit
    </button>
  );
}

/** Whether the browser would ask before it leaves the page. */
const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('useUnloadQuestion makes the browser ask only while there are unsaved changes', async () => {
  const { unmount } = render(<Unsaved />);
  expect(asksBeforeLeaving()).toBe(false);
  await button('Edit').click();
  expect(asksBeforeLeaving()).toBe(true);
  await button('Edit').click();
  expect(asksBeforeLeaving()).toBe(false);
  await button('Edit').click();
  unmount();
  expect(asksBeforeLeaving()).toBe(false);
});

const box = page.getByTestId('box');

function Scroll({ children, height = 300 }: { readonly children?: ReactNode; readonly height?: number }) {
  return (
    <div ref={keepScrollFocusable} data-testid="box" style={{ height: 100, overflow: 'auto' }}>
      <div style={{ height }} />
      {children}
    </div>
  );
}

it('keepScrollFocusable makes a scrolling box focusable only while it has no control of its own', async () => {
  const { rerender } = render(<Scroll />);
  await expect.element(box).toHaveAttribute('tabindex', '0');
  rerender(
    <Scroll>
      <button type="button">Inside</button>
    </Scroll>,
  );
  await expect.element(box).not.toHaveAttribute('tabindex');
  rerender(
    <Scroll>
      <button type="button" disabled>
        Inside
      </button>
    </Scroll>,
  );
  rerender(<Scroll />);
  await expect.element(box).toHaveAttribute('tabindex', '0');
});

it('keepScrollFocusable leaves a box out of the tab order if its content fits', async () => {
  render(<Scroll height={50} />);
  await expect.element(box).toBeVisible();
  await expect.element(box).not.toHaveAttribute('tabindex');
});
