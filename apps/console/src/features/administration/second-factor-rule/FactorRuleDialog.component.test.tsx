import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { FactorRuleDialog } from './FactorRuleDialog.tsx';

const SAVE = 'POST /company/second-factor';
const without = { admins: 1, everyone: 3 };
const dialog = page.getByRole('dialog', { name: 'Two-Step Sign-In Rule' });
const choose = (name: string) => dialog.getByRole('radio', { name }).click();
const save = dialog.getByRole('button', { name: 'Save' });

beforeEach(() => {
  answer('GET /company/second-factor', { rule: 'off', without });
  render(<FactorRuleDialog isOpen onClose={() => undefined} />);
});

it('[W-532] FactorRuleDialog says how many users a rule signs out, and saves it', async () => {
  await expect.element(dialog.getByRole('radio', { name: 'Of no user: each decides' })).toBeChecked();
  await choose('Of admins');
  await expect.element(dialog).toMatchTextContent('1 user without two-step sign-in is signed out now.');
  await choose('Of every user');
  await expect.element(dialog).toMatchTextContent('3 users without two-step sign-in are signed out now.');
  await expectAccessible();
  answer(SAVE, { rule: 'everyone', without });
  await save.click();
  await expect.element(page.getByText('Rule saved')).toBeVisible();
  expect(callsOf(SAVE)).toEqual([{ body: { rule: 'everyone' } }]);
});

it('[W-532] FactorRuleDialog shows why the server refuses, and keeps the choice', async () => {
  refuse(SAVE, 'second-factor-first');
  await choose('Of admins');
  await save.click();
  await expect.element(dialog.getByRole('alert').last()).toMatchTextContent('Turn on your own two-step sign-in first');
  await expect.element(dialog.getByRole('radio', { name: 'Of admins' })).toBeChecked();
});

it('[W-532] FactorRuleDialog saves nothing while the console is offline', async () => {
  await expect.element(save).toBeEnabled();
  setOffline();
  await expect.element(save).toBeDisabled();
});
