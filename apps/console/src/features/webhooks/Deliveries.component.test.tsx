import { exampleDelivery, exampleHook } from '@waymark/contract/event-hooks/hook-row';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { Deliveries } from './Deliveries.tsx';
import type { WebhookStep } from './WebhookDialogs.tsx';
import type { Delivery, Webhook } from './webhooks.data.ts';

const LIST = 'GET /event-hooks/:id/deliveries';
const REPLAY = 'POST /event-hooks/:id/deliveries/:deliveryId/replay';
const REPLAY_DEAD = 'POST /event-hooks/:id/replay';
const HOOK: Webhook = { ...exampleHook, eventTypes: [...exampleHook.eventTypes], dead: 2 };
const WAITING: Delivery = { ...exampleDelivery, status: 'waiting', nextAttemptAt: '2026-03-18 03:20:00' };

const section = page.getByRole('region', { name: 'Deliveries of Control room' });
const button = (name: string) => section.getByRole('button', { name, exact: true });
const details = button('Details of waymark.run.passage-verified for runs/41');
const replay = button('Replay waymark.run.passage-verified for runs/41');
const replayDead = button('Replay all dead');
const filter = section.getByRole('radiogroup', { name: 'Which deliveries' });
const pages = section.getByRole('group', { name: 'Pages' });

function show(webhook = HOOK) {
  const onStep = vi.fn<(step: WebhookStep) => void>();
  render(<Deliveries webhook={webhook} onStep={onStep} />);
  return onStep;
}

it('[W-393] Deliveries says that it loads, that it did not, and on Retry that there are none', async () => {
  expectLogged(/^ApiError/);
  const held = holdAnswer(LIST);
  show();
  await expect.element(section.getByRole('status', { name: 'Loading deliveries' })).toBeVisible();
  held.refuse('internal-error');
  await expect.element(section.getByRole('alert')).toMatchTextContent('Deliveries did not load');
  answer(LIST, { deliveries: [], hasMore: false });
  await button('Retry').click();
  await expect.element(section.getByText('No deliveries')).toBeVisible();
  await expect.element(section.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(pages).not.toBeInTheDocument();
});

it('[W-394] Deliveries keeps a page until the next one has come, and begins a filter at its first page', async () => {
  answer(LIST, { deliveries: [exampleDelivery], hasMore: true });
  show();
  await expect.element(pages).toMatchTextContent('Page 1');
  await expect.element(button('Newer')).toBeDisabled();
  const held = holdAnswer(LIST);
  await button('Older').click();
  await expect.element(pages).toMatchTextContent('Page 2');
  await expect.element(section.getByRole('cell', { name: 'runs/41' })).toBeVisible();
  expect(section.element().querySelectorAll('[aria-busy="true"]')).toHaveLength(1);
  held.answer({ deliveries: [{ ...exampleDelivery, id: 87_000, subject: 'runs/40' }], hasMore: false });
  await expect.element(section.getByRole('cell', { name: 'runs/40' })).toBeVisible();
  await expect.element(button('Older')).toBeDisabled();
  answer(LIST, { deliveries: [], hasMore: false });
  await filter.getByText('Delivered').click();
  await expect.element(section.getByText('No deliveries')).toBeVisible();
  await expect.element(pages).not.toBeInTheDocument();
  expect(callsOf(LIST).map(({ query }) => query)).toEqual([{}, { before: 88_001 }, { status: 'delivered' }]);
});

it('[W-393] Deliveries says why an event is not replayed, and shows that it waits already', async () => {
  expectLogged(/^ApiError: This delivery is still waiting/);
  answer(LIST, { deliveries: [exampleDelivery], hasMore: false });
  show();
  refuse(REPLAY, 'webhook-delivery-waiting');
  await expect.element(replay).toBeEnabled();
  answer(LIST, { deliveries: [WAITING], hasMore: false });
  await replay.click();
  await expect.element(page.getByText('The event could not be replayed')).toBeVisible();
  await expect.element(page.getByText(/^This delivery is still waiting to be sent\./)).toBeVisible();
  await expect.element(section.getByRole('cell', { name: 'Waiting' })).toBeVisible();
  await expect.element(replay).not.toBeInTheDocument();
  expect(callsOf(REPLAY)).toEqual([{ params: { id: 3, deliveryId: 88_001 } }]);
});

it('[W-393] Deliveries keeps what it shows when a reload fails, and says from when it is', async () => {
  expectLogged(/^ApiError/);
  answer(LIST, { deliveries: [exampleDelivery], hasMore: false });
  show();
  const held = holdAnswer(REPLAY_DEAD);
  await replayDead.click();
  await expect.element(replayDead).toHaveAttribute('aria-busy', 'true');
  refuse(LIST, 'internal-error');
  held.answer({ count: 1 });
  await expect.element(page.getByText('1 event is on its way again')).toBeVisible();
  await expect.element(replayDead).not.toHaveAttribute('aria-busy');
  const alert = section.getByRole('alert');
  await expect.element(alert).toMatchTextContent(/Shown data is from [-\d]{10} [:\d]{8} UTC\./);
  await expect.element(alert).toMatchTextContent(`LogId = ${LOG_ID}`);
  await expect.element(section.getByRole('cell', { name: 'runs/41' })).toBeVisible();
  answer(LIST, { deliveries: [WAITING], hasMore: false });
  await button('Retry').click();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(section.getByRole('cell', { name: 'Waiting' })).toBeVisible();
});

it('[W-393] Deliveries replays nothing of a disabled webhook or without dead events, and opens details', async () => {
  answer(LIST, { deliveries: [exampleDelivery], hasMore: false });
  const onStep = vi.fn<(step: WebhookStep) => void>();
  const { rerender } = render(<Deliveries webhook={{ ...HOOK, isEnabled: false }} onStep={onStep} />);
  await expect.element(replay).toBeDisabled();
  await expect.element(replayDead).toBeDisabled();
  await details.click();
  expect(onStep.mock.calls).toEqual([[{ kind: 'delivery', webhookId: 3, deliveryId: 88_001 }]]);
  rerender(<Deliveries webhook={{ ...HOOK, dead: 0 }} onStep={onStep} />);
  await expect.element(replay).toBeEnabled();
  await expect.element(replayDead).toBeDisabled();
  rerender(<Deliveries webhook={HOOK} onStep={onStep} />);
  await expect.element(replayDead).toBeEnabled();
  setOffline();
  for (const blocked of [replay, replayDead]) {
    await expect.element(blocked).toBeDisabled();
    await expect.element(blocked).toHaveAttribute('title', expect.stringMatching(/^You are offline\./));
  }
  await expect.element(details).toBeEnabled();
});

it('[W-394] Deliveries asks again after two seconds while an event waits, and after 15 when none does', async ({
  onTestFinished,
}) => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  answer(LIST, { deliveries: [WAITING], hasMore: false });
  show();
  await expect.element(section.getByRole('cell', { name: 'Waiting' })).toBeVisible();
  answer(LIST, { deliveries: [{ ...exampleDelivery, status: 'delivered' }], hasMore: false });
  await vi.advanceTimersByTimeAsync(2000);
  await expect.element(section.getByRole('cell', { name: 'Delivered' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(callsOf(LIST)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => callsOf(LIST)).toHaveLength(3);
});
