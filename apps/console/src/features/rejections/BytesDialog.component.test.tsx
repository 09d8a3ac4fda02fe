import { exampleRejection } from '@waymark/contract/routes/rejections';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { BytesDialog } from './BytesDialog.tsx';
import type { Rejection } from './rejections.data.ts';

const READ = 'GET /rejections/:id';
/** Rejected once, with three bytes. */
const ENTRY: Rejection = { ...exampleRejection, firstAt: exampleRejection.lastAt, count: 1, size: 3 };

const toHex = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('');

const dialog = page.getByRole('dialog', { name: 'Rejected Message' });
const text = dialog.getByRole('region', { name: 'Text' });
const hex = dialog.getByRole('region', { name: 'Hex' });
const lines = () => [...hex.element().children].map((line) => line.textContent);

function show(entry: Partial<Rejection> = {}) {
  const onClose = vi.fn<() => void>();
  render(<BytesDialog entry={{ ...ENTRY, ...entry }} onClose={onClose} />);
  return onClose;
}

const answerBytes = (bytes: string, change: Partial<Rejection> = {}) =>
  answer(READ, { ...ENTRY, size: bytes.length / 2, ...change, hex: bytes });

it('BytesDialog says why and what to do while the bytes still load', async () => {
  const held = holdAnswer(READ);
  show();
  await expect.element(dialog).toMatchTextContent('WhyWrong field.');
  await expect.element(dialog).toMatchTextContent('What to doThe detail names the field.');
  await expect.element(dialog.getByRole('status', { name: 'Loading the message' })).toBeInTheDocument();
  await expect.element(hex).not.toBeInTheDocument();
  held.answer({ ...ENTRY, hex: '7b7d0a' });
  await expect.element(hex).toBeVisible();
  expect(callsOf(READ)).toEqual([{ params: { id: 5120 } }]);
});

it('BytesDialog shows the newest state of its row, which may have been rejected again meanwhile', async () => {
  answerBytes('7b7d0a', { count: 2, lastAt: '2026-03-18 00:09:00' });
  show();
  await expect.element(dialog).toMatchTextContent('2 times from 2026-03-18 00:06:51 to 2026-03-18 00:09:00 UTC');
});

it('BytesDialog of a message that was rejected once gives a single time', async () => {
  answerBytes('7b7d0a');
  show();
  await expect.element(dialog).toMatchTextContent('When2026-03-18 00:06:51 UTC');
  await expect.element(dialog).toMatchTextContent('3 bytes');
  await expect.element(dialog).not.toMatchTextContent('of which the first');
});

it('BytesDialog says that a message has no bytes', async () => {
  answerBytes('');
  show({ size: 0 });
  await expect.element(dialog.getByText('The message has no bytes.')).toBeVisible();
  await expect.element(hex).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: /^Copy/ })).not.toBeInTheDocument();
});

it('BytesDialog shows eight bytes a line, with offset and characters', async () => {
  answerBytes(toHex('{"uid":1}\n'));
  show();
  await expect.element(hex).toBeVisible();
  expect(lines()).toEqual([`0000${'7b 22 75 69 64 22 3a 31'.padEnd(23)}{"uid":1`, `0008${'7d 0a'.padEnd(23)}}.`]);
  await expectAccessible();
});

it('BytesDialog shows the text of a message that was cut within a character', async () => {
  answer(READ, { ...ENTRY, size: 5000, hex: toHex('Temp °').slice(0, -2) });
  show();
  await expect.element(text).toHaveTextContent('Temp');
  await expect.element(dialog).toMatchTextContent('5,000 bytes, of which the first 6 bytes are kept');
});

it('BytesDialog shows markup of a message as text', async () => {
  answerBytes(toHex('<img src=x onerror=alert(1)>'));
  show();
  await expect.element(text).toHaveTextContent('<img src=x onerror=alert(1)>');
  expect(text.element().querySelector('img')).toBeNull();
});

it('BytesDialog says that a page without a clipboard cannot copy', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  answerBytes('7b7d0a');
  show();
  await dialog.getByRole('button', { name: 'Copy hex' }).click();
  await expect.element(dialog.getByText('This page has no clipboard: select and copy by hand.')).toBeVisible();
  write.mockRestore();
});

it('BytesDialog says why the bytes did not load, and loads them on Retry', async () => {
  expectLogged(/ApiError/);
  refuse(READ, 'internal-error');
  show();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  await expect.element(dialog).toMatchTextContent('WhyWrong field.');
  answerBytes('7b7d0a');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(hex).toBeVisible();
});

it('BytesDialog names a sender without a device, and leaves out a detail that says nothing new', async () => {
  answerBytes('00', { uid: null, detail: 'Wrong Field' });
  show({ uid: null, sender: '300234010753370', detail: 'Wrong Field' });
  await expect.element(dialog).toMatchTextContent('300234010753370');
  await expect.element(hex).toBeVisible();
  expect(
    dialog
      .getByRole('term')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Why', 'What to do', 'When', 'Link', 'Sender', 'Topic']);
});

it('BytesDialog closes on Escape and on a click beside it', async () => {
  answerBytes('7b7d0a');
  const onClose = show();
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.pointer([{ keys: '[MouseLeft]', coords: { x: 20, y: 500 } }]);
  expect(onClose).toHaveBeenCalledTimes(2);
});
