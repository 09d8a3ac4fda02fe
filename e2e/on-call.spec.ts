import type { Page } from '@playwright/test';
import { chooseFromUserMenu, emailOf, expect, openAs, test } from './test.ts';

// The on-call roster of the demo company and its steps of escalation.

test.use({ drawsMap: false });

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

interface Settings {
  readonly roster: object;
  readonly steps: readonly object[];
  readonly overrides: readonly { readonly id: number }[];
}

test('[W-358, W-359] an admin changes roster and steps, and a viewer has no such screen', async ({
  page,
  site,
  openConsole,
}) => {
  const call = <Reply>(method: string, address: string, body?: unknown) =>
    site.callAs<Reply>(emailOf('admin'), method, address, body);
  const before = await call<Settings>('GET', '/on-call');
  try {
    await openAs(page, 'admin');
    await chooseFromUserMenu(page, 'On call & escalation');
    await expect(page).toHaveURL('/on-call');
    const roster = region(page, 'Roster');
    await expect(roster.getByText('America/Chicago')).toBeVisible();
    await expect(roster.getByText('gap: goes to the administrators').first()).toBeVisible();

    await roster.getByRole('button', { name: 'Edit shifts' }).click();
    const shifts = dialog(page).getByRole('list', { name: 'Shifts' }).getByRole('listitem');
    await expect(shifts).toHaveCount(12);
    await dialog(page).getByRole('button', { name: 'Add shift' }).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toHaveCount(0);
    const sunday = roster.getByRole('list', { name: /^Sun/ });
    await expect(sunday.getByRole('listitem').filter({ hasText: '06:00 to 18:00' })).toContainText('Dana Reyes');

    const overrides = region(page, 'Overrides');
    await overrides.getByRole('button', { name: 'Add override' }).click();
    await dialog(page).getByLabel('Person').selectOption('Vic Olsen');
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
    await expect(overrides.getByRole('listitem')).toContainText('Vic Olsen');

    const escalation = region(page, 'Escalation');
    await escalation.getByRole('button', { name: 'Edit steps' }).click();
    await dialog(page).getByRole('button', { name: 'Add step' }).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(escalation.getByText(/^After 90 min: the person on call/)).toBeVisible();
    await page.reload();
    await expect(escalation.getByText(/^After 90 min: the person on call/)).toBeVisible();
    expect((await call<Settings>('GET', '/on-call')).steps).toHaveLength(3);
  } finally {
    await call('POST', '/on-call/roster', before.roster);
    await call('POST', '/on-call/escalation', { pathId: null, steps: before.steps });
    const { overrides } = await call<Settings>('GET', '/on-call');
    for (const { id } of overrides) await call('DELETE', `/on-call/overrides/${id}`);
  }
  const viewer = await openConsole('viewer');
  await viewer.goto('/on-call');
  await expect(viewer).not.toHaveURL('/on-call');
});
