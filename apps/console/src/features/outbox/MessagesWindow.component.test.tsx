import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { MessagesWindow } from './MessagesWindow.tsx';

const LIST = 'GET /outbox';
const RETRY = 'POST /outbox/:id/retry';
const DEAD: ReplyAt<typeof LIST>['messages'][number] = {
  id: 12,
  medium: 'sms',
  to: '9185550134',
  subject: 'Passage at marker 4',
  text: 'Run 7: PIG-12 passed marker 4 at 2026-03-18 00:06:51 UTC.',
  status: 'dead',
  attempts: 3,
  lastError: 'not opted in',
  createdAt: '2026-03-18 00:06:51',
  sentAt: null,
};

const messages = page.getByRole('dialog', { name: 'Messages' });
const rows = messages.getByRole('listitem');
const retry = messages.getByRole('button', { name: 'Retry the message to 9185550134' });
const show = (onClose = () => undefined as void) => render(<MessagesWindow onClose={onClose} />);

it('MessagesWindow shows dead messages first, each with its reason', async () => {
  answer(LIST, { messages: [DEAD], hasMore: false });
  show();
  await expect.element(rows.first()).toMatchTextContent('SMS9185550134');
  await expect.element(rows.first()).toMatchTextContent('Dead after 3 attempts: not opted in');
  expect(callsOf(LIST)).toEqual([{ query: { status: 'dead', page: 1 } }]);
  await expect.element(messages.getByRole('group', { name: 'Pages' })).not.toBeInTheDocument();
  await expectAccessible();
});

it('MessagesWindow does not show the text of a message with a secret link', async () => {
  answer(LIST, { messages: [{ ...DEAD, medium: 'mail', text: null }], hasMore: false });
  show();
  await expect.element(rows.first()).toMatchTextContent('The text holds a link for its reader alone and is not shown.');
});

it('MessagesWindow filters by status and says which list is empty', async () => {
  answer(LIST, ({ query: { status } }) => ({
    messages: status === 'sent' ? [{ ...DEAD, status, sentAt: '2026-03-18 00:07:00' }] : [],
    hasMore: false,
  }));
  show();
  await expect.element(messages.getByText('No dead messages')).toBeVisible();
  await messages.getByText('Waiting').click();
  await expect.element(messages.getByText('No waiting messages')).toBeVisible();
  await messages.getByText('Sent', { exact: true }).click();
  await expect.element(rows.first()).toMatchTextContent('Sent 2026-03-18 00:07:00');
  await expect.element(retry).not.toBeInTheDocument();
});

it('MessagesWindow pages through the list and keeps the previous page until the next has loaded', async () => {
  answer(LIST, { messages: [DEAD], hasMore: true });
  show();
  const next = messages.getByRole('button', { name: 'Next page' });
  await expect.element(messages.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  const held = holdAnswer(LIST);
  await next.click();
  await expect.element(rows.first()).toMatchTextContent('Passage at marker 4');
  held.answer({ messages: [{ ...DEAD, id: 3, subject: 'Launch' }], hasMore: false });
  await expect.element(rows.first()).toMatchTextContent('Launch');
  await expect.element(messages.getByText('Page 2')).toBeVisible();
  await expect.element(next).toBeDisabled();
  expect(callsOf(LIST).at(-1)).toEqual({ query: { status: 'dead', page: 2 } });
});

it('MessagesWindow sends a dead message again and reloads the list', async () => {
  answer(LIST, { messages: [DEAD], hasMore: false });
  answer(RETRY, {});
  show();
  await expect.element(retry).toBeVisible();
  answer(LIST, { messages: [], hasMore: false });
  await retry.click();
  await expect.element(page.getByText('The message is on its way again')).toBeVisible();
  await expect.element(messages.getByText('No dead messages')).toBeVisible();
  expect(callsOf(RETRY)).toEqual([{ params: { id: 12 } }]);
});

it('MessagesWindow says why a message could not be retried', async () => {
  expectLogged(/^ApiError/);
  answer(LIST, { messages: [DEAD], hasMore: false });
  refuse(RETRY, 'message-not-dead');
  show();
  await retry.click();
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent('The message could not be retried');
  await expect.element(alert).toMatchTextContent(`LogId = ${LOG_ID}`);
});

it('MessagesWindow disables Retry while the console is offline', async () => {
  answer(LIST, { messages: [DEAD], hasMore: false });
  show();
  await expect.element(retry).toBeEnabled();
  setOffline();
  await expect.element(retry).toBeDisabled();
});

it('MessagesWindow says that the messages did not load and loads them on Retry', async () => {
  expectLogged(/^ApiError/);
  refuse(LIST, 'internal-error');
  const onClose = vi.fn<() => void>();
  show(onClose);
  await expect.element(messages.getByRole('alert')).toMatchTextContent('Messages did not load');
  answer(LIST, { messages: [DEAD], hasMore: false });
  await messages.getByRole('button', { name: 'Retry' }).click();
  await expect.element(rows.first()).toBeVisible();
  await messages.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});
