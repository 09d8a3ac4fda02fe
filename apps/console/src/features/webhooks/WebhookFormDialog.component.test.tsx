import { HOOK_EVENT_TYPES } from '@waymark/contract/event-hooks/catalogue';
import { exampleHook } from '@waymark/contract/event-hooks/hook-row';
import { exampleSavedPath } from '@waymark/contract/runs/pig-path';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setLive, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { WebhookFormDialog } from './WebhookFormDialog.tsx';
import type { Webhook, WebhookWithSecret } from './webhooks.data.ts';

const ADD = 'POST /event-hooks';
const CHANGE = 'POST /event-hooks/:id';
const PATHS = 'GET /pigrun/pigpath';
const HOOK: Webhook = {
  ...exampleHook,
  eventTypes: ['waymark.run.launched', 'waymark.run.eta-changed'],
  isForAllPaths: false,
  pathId: exampleSavedPath.pathId,
  pathName: exampleSavedPath.pigRunName,
  etaMinutes: 30,
};

const dialog = page.getByRole('dialog');
const save = dialog.getByRole('button', { name: /^(Add|Save)$/ });
const path = dialog.getByLabelText('Path', { exact: true });
const minutes = dialog.getByLabelText('Expected arrival moved by more than');
const field = (name: string) => dialog.getByRole('textbox', { name });
const eventOf = (type: string) => dialog.getByRole('checkbox', { name: type, exact: true });

function show(webhook: Webhook | null) {
  const onMade = vi.fn<(made: WebhookWithSecret) => void>();
  const onClose = vi.fn<() => void>();
  const paths = holdAnswer(PATHS);
  answer(CHANGE, HOOK);
  render(<WebhookFormDialog groupId={undefined} webhook={webhook} isOpen onMade={onMade} onClose={onClose} />);
  return { onMade, onClose, paths };
}

it('[W-394] WebhookFormDialog begins with the settings of a webhook and sends all of them after a change', async () => {
  const { onMade, onClose, paths } = show(HOOK);
  await expect.element(field('Address')).toHaveValue('https://receiver.example.com/waymark');
  paths.answer([exampleSavedPath]);
  await expect.element(path).toHaveDisplayValue('Cushing to Tulsa');
  await expect.element(minutes).toHaveValue('30 min');
  await expect.element(eventOf('waymark.run.launched')).toBeChecked();
  await expect.element(eventOf('waymark.run.passage')).not.toBeChecked();
  await field('Description').fill('Historian');
  await eventOf('waymark.run.launched').click();
  await eventOf('waymark.alert.raised').click();
  await minutes.fill('45');
  await expect.element(dialog.getByRole('switch')).toBeChecked();
  await dialog.getByRole('switch').click();
  await expect.element(dialog.getByRole('switch')).not.toBeChecked();
  await save.click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(onMade).not.toHaveBeenCalled();
  expect(callsOf(CHANGE)).toEqual([
    {
      params: { id: 3 },
      body: {
        url: 'https://receiver.example.com/waymark',
        description: 'Historian',
        eventTypes: ['waymark.run.eta-changed', 'waymark.alert.raised'],
        pathId: 12,
        etaMinutes: 45,
        isEnabled: false,
      },
    },
  ]);
});

it('[W-394] WebhookFormDialog says at the path that it is deleted, keeps the entries, and saves for all paths', async () => {
  expectLogged(/^ApiError: There is no such pig path/);
  const { onClose, paths } = show(HOOK);
  paths.answer([exampleSavedPath]);
  refuse(CHANGE, 'path-not-found');
  await field('Description').fill('Historian');
  await save.click();
  await expect.element(path).toHaveAccessibleDescription(/^There is no such pig path\./);
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The server did not accept the marked entry.');
  await expect.element(field('Description')).toHaveValue('Historian');
  expect(onClose).not.toHaveBeenCalled();
  answer(CHANGE, { ...HOOK, isForAllPaths: true, pathId: null, pathName: null });
  await path.selectOptions('All paths');
  await save.click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(callsOf(CHANGE).map(({ body }) => [body.description, body.pathId])).toEqual([
    ['Historian', 12],
    ['Historian', null],
  ]);
});

it('[W-392] WebhookFormDialog says that the company has 20 webhooks, and hands on the secret of one that was added', async () => {
  expectLogged(/^ApiError: A company has at most 20 webhooks/);
  const { onMade, onClose } = show(null);
  refuse(ADD, 'too-many-webhooks');
  await expect.element(field('Address')).toHaveFocus();
  await field('Address').fill('https://receiver.example.com/waymark');
  await eventOf('waymark.command.rejected').click();
  await save.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(`Delete one that is not used. LogId = ${LOG_ID}`);
  await expect.element(field('Address')).toHaveValue('https://receiver.example.com/waymark');
  const made = { ...HOOK, id: 4, secret: 'whsec_c2hvd24gb25jZQ==' };
  answer(ADD, made);
  await save.click();
  await expect.poll(() => onMade.mock.calls).toEqual([[made]]);
  expect(onClose).not.toHaveBeenCalled();
});

it('[W-394] WebhookFormDialog asks for minutes only with the event of an arrival, and limits them to a day', async () => {
  show({ ...HOOK, eventTypes: ['waymark.run.launched'] });
  await expect.element(eventOf('waymark.run.launched')).toBeChecked();
  await expect.element(minutes).not.toBeInTheDocument();
  await eventOf('waymark.run.eta-changed').click();
  for (const wrong of ['', '0', '1441']) {
    await minutes.fill(wrong);
    await expect.element(minutes).toBeValid();
    await userEvent.keyboard('{Enter}');
    await expect.element(minutes).toHaveAccessibleDescription('From 1 to 1440 minutes');
  }
  expect(callsOf(CHANGE)).toEqual([]);
  await minutes.fill('1440');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => callsOf(CHANGE)[0]?.body.etaMinutes).toBe(1440);
});

it('[W-394] WebhookFormDialog offers the whole catalogue in groups, with examples that the keyboard opens', async () => {
  show(null);
  await expect.element(dialog.getByText('An AGM is online.')).toBeVisible();
  const offered = (within: typeof dialog) =>
    within
      .getByRole('checkbox')
      .elements()
      .map((box) => box.getAttribute('value'));
  expect(offered(dialog)).toEqual(HOOK_EVENT_TYPES);
  expect(offered(dialog.getByRole('group', { name: 'Alerts', exact: true }))).toEqual([
    'waymark.alert.raised',
    'waymark.alert.acknowledged',
    'waymark.alert.ended',
  ]);
  expect(dialog.getByText(/^Example of /).elements()).toHaveLength(HOOK_EVENT_TYPES.length);
  const code = dialog.getByText(/"type": "waymark\.alert\.raised"/);
  await expect.element(code).not.toBeVisible();
  await eventOf('waymark.alert.raised').click();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toBeVisible();
  expect(JSON.parse(code.element().textContent ?? '')).toMatchObject({
    specversion: '1.0',
    type: 'waymark.alert.raised',
    data: { kind: 'pig-stopped', marker: null },
  });
});

it('WebhookFormDialog says why it cannot save offline, and sends only what is saved once the console is back', async () => {
  show(HOOK);
  setOffline();
  await expect.element(save).toBeDisabled();
  await expect.element(save).toHaveAccessibleDescription(/^You are offline\./);
  await field('Description').fill('Historian');
  await userEvent.keyboard('{Enter}');
  setLive();
  await field('Description').fill('Old historian');
  await save.click();
  await expect.poll(() => callsOf(CHANGE).map(({ body }) => body.description)).toEqual(['Old historian']);
});

it('[W-394] WebhookFormDialog does not turn a deleted path into all paths by itself', async () => {
  const { onClose, paths } = show({ ...HOOK, pathId: null, pathName: null });
  paths.answer([exampleSavedPath]);
  await expect.element(path).toHaveDisplayValue('A deleted path');
  await field('Description').fill('Historian');
  await save.click();
  await expect.element(path).toHaveAccessibleDescription(/^Choose a path, or all paths/);
  expect(callsOf(CHANGE)).toEqual([]);
  await path.selectOptions('All paths');
  await save.click();
  await expect.poll(() => onClose.mock.calls).toHaveLength(1);
  expect(callsOf(CHANGE)).toMatchObject([{ body: { description: 'Historian', pathId: null } }]);
});

it('[W-394] WebhookFormDialog names the path of a webhook before the list of paths is there', async () => {
  show(HOOK);
  await expect.element(path).toHaveDisplayValue('Cushing to Tulsa');
  await save.click();
  await expect.poll(() => callsOf(CHANGE)[0]?.body.pathId).toBe(12);
});

it('[W-394] WebhookFormDialog saves a webhook whose minutes were emptied before their event was left out', async () => {
  show(HOOK);
  await minutes.fill('');
  await eventOf('waymark.run.eta-changed').click();
  await expect.element(minutes).not.toBeInTheDocument();
  await save.click();
  await expect.poll(() => callsOf(CHANGE)[0]?.body).toMatchObject({ eventTypes: ['waymark.run.launched'] });
  expect(callsOf(CHANGE)[0]?.body.etaMinutes).toBeGreaterThan(0);
});
