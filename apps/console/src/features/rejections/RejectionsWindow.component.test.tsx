import { exampleRejection } from '@waymark/contract/routes/rejections';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReplyAt } from '#/api/address.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { RejectionsWindow } from './RejectionsWindow.tsx';

const LIST = 'GET /rejections';
const READ = 'GET /rejections/:id';
const ERRORS = 'GET /device-errors';
const ENTRY: ReplyAt<typeof LIST>['entries'][number] = { ...exampleRejection, size: 5000 };
const STRANGER: typeof ENTRY = {
  ...ENTRY,
  id: 5119,
  uid: null,
  groupId: null,
  link: 'iridium',
  reason: 'unknown-imei',
  detail: '',
  count: 1,
  sender: '300234010753370',
};
const ERROR: ReplyAt<typeof ERRORS>['entries'][number] = {
  uid: 100_234,
  groupId: 3,
  at: '2026-03-18 00:06:50.120',
  receivedAt: '2026-03-18 00:06:51',
  code: 12,
  detail: 345,
};

const dialog = page.getByRole('dialog', { name: /^Rejected Messages/ });
const rows = () => dialog.getByRole('row').filter({ has: page.getByRole('cell') });
const bytes = page.getByRole('dialog', { name: 'Rejected Message', exact: true });
const lastQuery = () => callsOf(LIST).at(-1)?.query;

async function show({ seesAll = false, uid }: { seesAll?: boolean; uid?: number } = {}): Promise<void> {
  render(
    <RejectionsWindow
      id="rejections"
      {...(uid !== undefined && { uid })}
      seesAll={seesAll}
      onClose={() => undefined}
    />,
    { role: seesAll ? 'superadmin' : 'admin' },
  );
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/entr(?:y|ies)$/);
}

it('[W-169] RejectionsWindow shows when, link, why in words, what to do and how often', async () => {
  answer(LIST, { entries: [ENTRY], next: null });
  await show();
  const row = rows().first();
  await expect.element(row).toMatchTextContent('2026-03-18 00:06:51since 00:00:12AGM 100234MQTT / cellularhb14×');
  await expect.element(row).toMatchTextContent('Wrong field A field is missing, has another type');
  await expect.element(row).toMatchTextContent('battery: expected number, received string');
  await expect.element(row).toMatchTextContent('The detail names the field.');
  await expect.element(row).toMatchTextContent('5,000 bytes');
  await expectAccessible();
});

it('[W-169] RejectionsWindow searches by device, link, reason and time, and refuses an invalid UID', async () => {
  answer(LIST, { entries: [ENTRY], next: null });
  await show();
  await dialog.getByRole('combobox', { name: 'Link' }).click();
  await page.getByRole('option', { name: 'Bluetooth relay' }).click();
  await dialog.getByRole('combobox', { name: 'Reason' }).fill('clock');
  await page.getByRole('option', { name: 'Clock ahead' }).click();
  await dialog.getByRole('textbox', { name: 'From (UTC)' }).fill('2026-03-18');
  const device = dialog.getByRole('textbox', { name: 'Device' });
  await device.fill('AGM');
  await userEvent.keyboard('{Enter}');
  await expect.element(device).toHaveAccessibleDescription('A UID is a number');
  await device.fill('100234');
  await userEvent.keyboard('{Enter}');
  await expect.poll(lastQuery).toMatchObject({
    uid: 100_234,
    link: 'bluetooth',
    reason: 'future',
    startDate: Date.UTC(2026, 2, 18),
  });
});

it('[W-169] RejectionsWindow limits the list to the device of a row and shows all again', async () => {
  answer(LIST, { entries: [ENTRY], next: null });
  await show();
  await dialog.getByRole('button', { name: 'AGM 100234' }).click();
  await expect.poll(lastQuery).toMatchObject({ uid: 100_234 });
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => lastQuery()).not.toHaveProperty('uid');
});

it('[W-169] RejectionsWindow of a device requests that device only and has no field for it', async () => {
  answer(LIST, { entries: [ENTRY], next: null });
  await show({ uid: 100_234 });
  await expect.element(dialog).toHaveAccessibleName('Rejected Messages, AGM 100234');
  expect(lastQuery()).toMatchObject({ uid: 100_234 });
  await expect.element(dialog.getByRole('textbox', { name: 'Device' })).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('columnheader', { name: 'Device' })).not.toBeInTheDocument();
});

it('[W-168] RejectionsWindow names companies and senders without a device for a superadmin', async () => {
  answer('GET /admin/group', [{ id: 3, groupName: 'Demo Pipelines' }]);
  answer(LIST, { entries: [ENTRY, STRANGER], next: null });
  await show({ seesAll: true });
  await expect.element(rows().first()).toMatchTextContent('Demo Pipelines');
  await expect.element(rows().nth(1)).toMatchTextContent('300234010753370No deviceNoneIridiumhb1×');
});

it('[W-169] RejectionsWindow shows older rows on demand, after the last one', async () => {
  answer(LIST, ({ query: { before } }) =>
    before === undefined
      ? { entries: [ENTRY], next: '1773792411000.5120' }
      : { entries: [{ ...ENTRY, id: 5000 }], next: null },
  );
  await show();
  await dialog.getByRole('button', { name: 'Show older' }).click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('2 entries');
  expect(lastQuery()).toMatchObject({ before: '1773792411000.5120' });
});

it('[W-169] RejectionsWindow says that nothing was rejected, that a filter finds nothing, and why it did not load', async () => {
  expectLogged(/^ApiError/);
  answer(LIST, { entries: [], next: null });
  await show();
  await expect.element(dialog.getByText('No message was rejected')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Device' }).fill('7');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect.element(dialog.getByText('No results')).toBeVisible();
  refuse(LIST, 'internal-error');
  await dialog.getByRole('button', { name: 'Refresh' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Rejected messages did not load');
  answer(LIST, { entries: [ENTRY], next: null });
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(rows().first()).toBeVisible();
});

it('[W-169] RejectionsWindow neither refreshes nor exports while the console is offline', async () => {
  answer(LIST, { entries: [ENTRY], next: null });
  await show();
  setOffline();
  await expect.element(dialog.getByRole('button', { name: 'Export CSV' })).toBeDisabled();
  await expect.element(dialog.getByRole('button', { name: 'Refresh' })).toBeDisabled();
});

it('[W-170] the bytes of a row are shown as text and hex, with their total length, and copied', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  answer(LIST, { entries: [ENTRY], next: null });
  answer(READ, { ...ENTRY, hex: '7b2274223a317d' });
  await show();
  await rows().first().getByRole('button', { name: 'Show bytes' }).click();
  await expect.element(bytes.getByRole('region', { name: 'Text' })).toHaveTextContent('{"t":1}');
  await expect.element(bytes.getByRole('region', { name: 'Hex' })).toMatchTextContent('00007b 22 74 22 3a 31 7d');
  await expect.element(bytes).toMatchTextContent('5,000 bytes, of which the first 7 bytes are kept');
  await expect.element(bytes).toMatchTextContent('14 times from 2026-03-18 00:00:12 to 2026-03-18 00:06:51 UTC');
  await expectAccessible();
  await bytes.getByRole('button', { name: 'Copy hex' }).click();
  await expect.element(bytes.getByText('Copied')).toBeVisible();
  await bytes.getByRole('button', { name: 'Copy text' }).click();
  expect(copied.mock.calls).toEqual([['7b2274223a317d'], ['{"t":1}']]);
  copied.mockRestore();
  await userEvent.keyboard('{Escape}');
  await expect.element(bytes).not.toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
});

it('[W-170] bytes that are not text are shown as hex alone', async () => {
  answer(LIST, { entries: [ENTRY], next: null });
  answer(READ, { ...ENTRY, hex: 'a181000a' });
  await show();
  await rows().first().getByRole('button', { name: 'Show bytes' }).click();
  await expect.element(bytes.getByRole('region', { name: 'Hex' })).toMatchTextContent('a1 81 00 0a');
  await expect.element(bytes.getByRole('region', { name: 'Text' })).not.toBeInTheDocument();
  await expect.element(bytes.getByRole('button', { name: 'Copy text' })).not.toBeInTheDocument();
});

it('[W-171] RejectionsWindow lists the errors that devices report', async () => {
  answer(LIST, { entries: [], next: null });
  answer(ERRORS, { entries: [ERROR], next: null });
  await show();
  await dialog.getByRole('tab', { name: 'Device errors' }).click();
  await expect.element(rows().first()).toMatchTextContent('2026-03-18 00:06:50.1202026-03-18 00:06:51AGM 100234');
  await expect.element(rows().first()).toMatchTextContent(/12.*345/);
  await expectAccessible();
});

it('[W-171] RejectionsWindow saves the filtered rows as CSV files named by device and day', async () => {
  answer(LIST, { entries: [ENTRY], next: null });
  answer(ERRORS, { entries: [ERROR], next: null });
  answer('GET /rejections/export', 'last_utc\r\n');
  answer('GET /device-errors/export', 'time_utc\r\n');
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await show({ uid: 100_234 });
  await dialog.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => names).toEqual([expect.stringMatching(/^100234-rejected-messages-[\d-]{10}\.csv$/)]);
  await dialog.getByRole('tab', { name: 'Device errors' }).click();
  await dialog.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => names).toHaveLength(2);
  expect(names[1]).toMatch(/^100234-device-errors-/);
  expect(callsOf('GET /rejections/export')).toMatchObject([{ query: { uid: 100_234 } }]);
  click.mockRestore();
});
