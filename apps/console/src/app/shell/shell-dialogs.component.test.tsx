import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { forgetFleetDialogs, showCredential, showImported } from '#/features/administration/agms/fleet-store.ts';
import { answerUser } from '#/features/runs/testing/run-fixtures.ts';
import { render } from '#/testing/render.tsx';
import { ShellDialogs } from './ShellDialogs.tsx';

const CREDENTIAL = { clientId: 'agm-361001', username: '361001', password: 'shown-once', messageKey: '6b6579' };
const isReloadAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it.each([
  ['the credential of a device', 'Device credential', () => showCredential(361_001, CREDENTIAL)],
  ['imported credentials', 'Device credentials', () => showImported([{ uid: 361_001, ...CREDENTIAL }])],
])('[W-135] ShellDialogs keeps %s open on every screen and asks before a reload', async (_, name, show) => {
  answerUser('superadmin');
  render(<ShellDialogs />, { role: 'superadmin' });
  expect(isReloadAsked()).toBe(false);
  show();
  const dialog = page.getByRole('dialog', { name, exact: true });
  await expect.element(dialog).toBeVisible();
  // A dialog takes keys once it has the focus.
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  expect(isReloadAsked()).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: /^Close without the credential/ })).toBeVisible();
  forgetFleetDialogs();
});
