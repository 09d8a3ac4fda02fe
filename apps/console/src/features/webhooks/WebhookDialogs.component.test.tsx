import { exampleDetail, exampleHook } from '@waymark/contract/event-hooks/hook-row';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { useZoneStore } from '#/ui/clock/zones.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { WebhookDialogs, type WebhookStep } from './WebhookDialogs.tsx';
import type { Webhook } from './webhooks.data.ts';

const REMOVE = 'DELETE /event-hooks/:id';
const ROTATE = 'POST /event-hooks/:id/secret';
const DELIVERY = 'GET /event-hooks/:id/deliveries/:deliveryId';
const HOOK: Webhook = { ...exampleHook, eventTypes: [...exampleHook.eventTypes] };
const SECRET = 'whsec_c2hvd24gb25jZSBhbmQgbmV2ZXIgYWdhaW4=';
const OF_DELIVERY: WebhookStep = { kind: 'delivery', webhookId: 3, deliveryId: 88_001 };

const opener = page.getByRole('button', { name: 'Open' });
const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const secret = dialogOf('Signing secret');
const delivery = dialogOf('Delivery');

function Opener({ first }: { readonly first: WebhookStep }) {
  const dialogs = useDialogChain<WebhookStep>();
  return (
    <>
      <button type="button" onClick={() => dialogs.open(first)}>
        Open
      </button>
      <WebhookDialogs key={dialogs.turn} groupId={undefined} dialogs={dialogs} />
    </>
  );
}

async function open(first: WebhookStep): Promise<void> {
  render(<Opener first={first} />);
  await opener.click();
}

it.each([
  { kind: 'rotate', title: 'Replace the secret?', label: 'Replace', address: ROTATE, focused: 'Replace' },
  { kind: 'remove', title: 'Delete this webhook?', label: 'Delete', address: REMOVE, focused: 'Cancel' },
] as const)(
  '[W-394] WebhookDialogs stays at "$title" when the server refuses, and does nothing after Cancel',
  async ({ kind, title, label, address, focused }) => {
    expectLogged(/^ApiError: There is no such webhook/);
    refuse(address, 'webhook-not-found');
    await open({ kind, webhook: HOOK });
    const question = dialogOf(title);
    await expect.element(question).toMatchTextContent('Control room gets');
    await expect.element(question.getByRole('button', { name: focused })).toHaveFocus();
    await question.getByRole('button', { name: label }).click();
    await expect.element(question.getByRole('alert')).toHaveTextContent(`There is no such webhook. LogId = ${LOG_ID}`);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
    expect(callsOf(address)).toEqual([{ params: { id: 3 } }]);
  },
);

it('[W-392] WebhookDialogs copies a new secret, and closes without it only after a confirmation', async ({
  onTestFinished,
}) => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => write.mockRestore());
  await open({ kind: 'secret', made: { ...HOOK, secret: SECRET } });
  await expect.element(secret).toMatchTextContent('This secret is shown only now.');
  await expectAccessible();
  await secret.getByRole('button', { name: 'Copy secret' }).click();
  await expect.element(secret.getByRole('button', { name: 'Secret copied' })).toBeVisible();
  expect(write.mock.calls).toEqual([[SECRET]]);
  await secret.getByRole('button', { name: 'Close' }).click();
  const question = dialogOf('Close without the secret?');
  await expect.element(question).toMatchTextContent('It cannot be shown again. Replace it then.');
  await expect.element(secret.getByLabelText('Secret', { exact: true })).toHaveValue(SECRET);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

it('[W-393] WebhookDialogs says that a delivery loads, that it did not, and loads it on Retry', async () => {
  expectLogged(/^ApiError/);
  const held = holdAnswer(DELIVERY);
  await open(OF_DELIVERY);
  await expect.element(delivery.getByRole('status', { name: 'Loading the delivery' })).toBeVisible();
  held.refuse('internal-error');
  await expect.element(delivery.getByRole('alert')).toMatchTextContent('The delivery did not load');
  answer(DELIVERY, { ...exampleDetail, log: [], response: null });
  await delivery.getByRole('button', { name: 'Retry' }).click();
  await expect.element(delivery).toMatchTextContent('Deliverywaymark.run.passage-verified');
  await expect.element(delivery.getByText('Not tried yet')).toBeVisible();
  expect(delivery.getByText('Start of the last answer').elements()).toHaveLength(0);
  const call = { params: { id: 3, deliveryId: 88_001 } };
  expect(callsOf(DELIVERY)).toEqual([call, call]);
  await userEvent.keyboard('{Escape}');
  await expect.element(delivery).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

it('[W-311, W-393] WebhookDialogs lists the attempts of a delivery in the zone of the reader, and an empty answer', async () => {
  useZoneStore.setState({ ownZone: 'Asia/Kathmandu', times: 'mine' });
  const log = [
    { at: '2026-03-18 18:20:30', tookMs: 10_000, status: null, error: 'The receiver did not answer in time.' },
    { at: '2026-03-19 01:20:30', tookMs: 412, status: 204, error: null },
  ];
  answer(DELIVERY, { ...exampleDetail, log, response: '' });
  await open(OF_DELIVERY);
  const attempts = delivery.getByRole('listitem');
  await expect.element(attempts.first()).toBeVisible();
  expect(attempts.elements().map((attempt) => attempt.textContent)).toEqual([
    '2026-03-19 00:05:30 UTC+5:45 after 10000 ms: The receiver did not answer in time.',
    '2026-03-19 07:05:30 UTC+5:45 after 412 ms: 204',
  ]);
  await expect.element(delivery.getByText('(empty)')).toBeVisible();
});

it('CodeBlock is a stop of the keyboard only if it scrolls', async () => {
  const lines = Array.from({ length: 60 }, (_, line) => `line ${line}`);
  render(
    <>
      <CodeBlock text="short" />
      <CodeBlock text={lines.join('\n')} />
    </>,
  );
  const long = page.getByText(/^line 0.*line 59$/s);
  await expect.element(long).toHaveAttribute('tabindex', '0');
  await expect.element(page.getByText('short')).not.toHaveAttribute('tabindex');
  await userEvent.tab();
  await expect.element(long).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => long.element().scrollTop).toBeGreaterThan(0);
});
