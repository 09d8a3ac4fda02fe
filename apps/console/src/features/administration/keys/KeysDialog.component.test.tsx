import { formatUtcSecond } from '@waymark/domain/time/utc';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, LOG_ID, loseConnection, refuse } from '#/testing/fake-server.ts';
import { setLive, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import type { ApiKey } from './keys.data.ts';
import { KeysDialog } from './KeysDialog.tsx';

const LIST = 'GET /key';
const MAKE = 'POST /key';
const REVOKE = 'DELETE /key/:id';
const SESSIONS = 'GET /user/sessions';
const SESSION = {
  id: '4dbe4b56-3d6f-4c29-8a3c-0a5b0e0a2f11',
  createdAt: '2026-03-18 00:06:51',
  lastUsedAt: '2026-03-18 09:41:57',
  expiresAt: '2026-04-01 09:41:57',
  address: '192.0.2.7',
  userAgent: 'Firefox 145 on Windows',
  isCurrent: true,
  isExternal: false,
};
const KEY: ApiKey = {
  id: 5,
  groupId: 3,
  name: 'Historian',
  prefix: 'wmk_7q2m9x4kd0ta',
  scopes: ['devices:read', 'runs:read'],
  addresses: ['192.0.2.0/24'],
  createdAt: '2026-03-18 00:06:51',
  madeBy: 'Dana Reyes',
  hasMakerLeft: false,
  expiresAt: '2027-03-18 00:00:00',
  isExpired: false,
  lastUsedAt: '2026-03-18 09:41:00',
  lastUsedAddress: '192.0.2.7',
};
const SECRET = 'c2VjcmV0LXNob3duLW9uY2UtYW5kLW5ldmVyLWFnYWlu';
const MADE = {
  ...KEY,
  id: 6,
  name: 'Robot',
  lastUsedAt: null,
  lastUsedAddress: null,
  key: `wmk_x_${SECRET}`,
};

const dialogOf = (name: string) => page.getByRole('dialog', { name, exact: true });
const list = dialogOf('API Keys');
const rows = list.getByRole('list', { name: 'API keys' }).getByRole('listitem');
const form = dialogOf('Make an API Key');
const shown = dialogOf('API key');
const make = list.getByRole('button', { name: 'Make a key' });
const send = form.getByRole('button', { name: 'Make the key' });
const stored = () => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);

function show(keys: readonly ApiKey[] = [KEY]) {
  answer(LIST, [...keys]);
  answer(SESSIONS, [SESSION]);
  return render(<KeysDialog isOpen onClose={() => undefined} />, { role: 'admin' });
}

async function fillForm(): Promise<void> {
  await make.click();
  await form.getByLabelText('Purpose').fill('Robot');
  await form.getByLabelText('Read devices').click();
  await form.getByLabelText('Your password').fill('Correct-horse-7');
}

it('[W-408] KeysDialog lists each key with scopes, maker, expiry, addresses and last use, and no secret', async () => {
  show([KEY, { ...KEY, id: 7, name: 'Old one', isExpired: true, lastUsedAt: null, addresses: [], expiresAt: null }]);
  await expect.element(rows.first()).toMatchTextContent('Historianwmk_7q2m9x4kd0ta…');
  await expect.element(rows.first()).toMatchTextContent('Read devices · Read runs');
  await expect
    .element(rows.first())
    .toMatchTextContent('Made 2026-03-18 00:06 by Dana Reyes, expires 2027-03-18 00:00');
  await expect.element(rows.first()).toMatchTextContent('Last used 2026-03-18 09:41 from 192.0.2.7, only from 192');
  await expect.element(rows.nth(1)).toMatchTextContent('Expired');
  await expect.element(rows.nth(1)).toMatchTextContent('Never used');
  await expectAccessible();
});

it('[W-407] KeysDialog asks to replace a key whose maker has left', async () => {
  show([{ ...KEY, hasMakerLeft: true }]);
  await expect.element(rows.first()).toMatchTextContent('no longer an admin and may have a copy');
});

it('[W-400] [W-408] KeysDialog makes a key with the password, and shows it once', async () => {
  show([]);
  await expect.element(list).toMatchTextContent('No API keys');
  answer(MAKE, () => ({ ...MADE, createdAt: formatUtcSecond(Date.now()) }));
  await make.click();
  await expect.element(send).toBeDisabled();
  await expectAccessible();
  await form.getByLabelText('Purpose').fill(' Robot ');
  await form.getByLabelText('Read devices').click();
  await form.getByLabelText('Send commands').click();
  await form.getByLabelText('Expires (UTC)').fill('2030-01-01 00:00:00');
  await form.getByLabelText('Only from these addresses').fill('192.0.2.7\n2001:db8::/32');
  await form.getByLabelText('Your password').fill('Correct-horse-7');
  answer(LIST, [KEY]);
  await send.click();
  await expect.element(shown.getByLabelText('Key', { exact: true })).toHaveValue(MADE.key);
  await expectAccessible();
  expect(stored()).not.toContain(SECRET);
  expect(callsOf(MAKE)).toEqual([
    {
      body: {
        name: 'Robot',
        scopes: ['devices:read', 'commands:send'],
        expiresAt: Date.UTC(2030, 0, 1),
        addresses: ['192.0.2.7', '2001:db8::/32'],
        currentPassword: 'Correct-horse-7',
      },
    },
  ]);
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect.element(shown).not.toBeInTheDocument();
  await expect.element(rows.first()).toMatchTextContent('Historian');
  expect(stored()).not.toContain('Robot');
});

it('[W-408] KeysDialog asks before the window of a new key closes without a copy', async () => {
  show([]);
  answer(MAKE, () => ({ ...MADE, createdAt: formatUtcSecond(Date.now()) }));
  await fillForm();
  await send.click();
  await expect.element(shown).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await dialogOf('Close without the key?').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(shown).toBeVisible();
});

it('[W-408] KeysDialog names what is missing at its field, and sends nothing', async () => {
  show([]);
  await make.click();
  await form.getByLabelText('Your password').fill('x');
  await send.click();
  await expect.element(form).toMatchTextContent('Say what the key is for');
  await expect.element(form).toMatchTextContent('Choose at least one');
  expect(callsOf(MAKE)).toEqual([]);
});

it.each([
  ['current-password-wrong', 'The current password is wrong.'],
  ['too-many-keys', 'A company has at most 100 API keys.'],
] as const)('[W-408] KeysDialog keeps the form open when the server answers %s', async (code, text) => {
  expectLogged(/^ApiError/);
  show([]);
  refuse(MAKE, code);
  await fillForm();
  await send.click();
  await expect.element(form.getByRole('alert')).toMatchTextContent(text);
  await expect.element(form.getByLabelText('Purpose')).toHaveValue('Robot');
  expect(stored()).not.toContain('Robot');
});

it('[W-408] KeysDialog names a refused address at its field', async () => {
  expectLogged(/^ApiError/);
  show([]);
  refuse(MAKE, 'validation-failed', { errors: [{ path: 'addresses.1', message: 'is no address' }] });
  await fillForm();
  await form.getByLabelText('Only from these addresses').fill('192.0.2.7\n192.0.2.9');
  await send.click();
  await expect.element(form).toMatchTextContent('192.0.2.9 is no address');
});

it('[W-408] KeysDialog marks a key whose answer was lost', async () => {
  expectLogged(/^ApiError|Failed to fetch/);
  show([]);
  loseConnection(MAKE);
  await fillForm();
  answer(LIST, [{ ...KEY, id: 6, name: 'Robot', createdAt: formatUtcSecond(Date.now()) }, KEY]);
  await send.click();
  await expect.element(form.getByRole('alert')).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(rows.first()).toMatchTextContent('It was not copied here and cannot be shown again.');
  expect(rows.nth(1).element().textContent).not.toContain('not copied');
  answer(REVOKE, {});
  await rows
    .first()
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await dialogOf('Revoke API key?').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(dialogOf('Revoke API key?')).not.toBeInTheDocument();
  expect(stored()).not.toContain('Robot');
});

it('[W-408] KeysDialog revokes a key after a question', async () => {
  show([KEY, { ...KEY, id: 8, name: 'Other' }]);
  answer(REVOKE, {});
  await rows.nth(1).getByRole('button', { name: 'Revoke Other, wmk_7q2m9x4kd0ta' }).click();
  answer(LIST, [KEY]);
  const question = dialogOf('Revoke API key?');
  await expect.element(question).toMatchTextContent('Other (wmk_7q2m9x4kd0ta…) is refused from now on');
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect.element(rows).toHaveLength(1);
  expect(callsOf(REVOKE)).toEqual([{ params: { id: 8 } }]);
});

it('[W-408] KeysDialog makes and revokes nothing while the console is offline and says why', async () => {
  show();
  await expect.element(make).toBeEnabled();
  setOffline();
  await expect.element(make).toBeDisabled();
  await expect.element(rows.first().getByRole('button')).toBeDisabled();
  await expect.element(make).toHaveAttribute('title', expect.stringMatching(/^You are offline/));
  setLive();
  await expect.element(make).toBeEnabled();
});

it('[W-408] KeysDialog says that the keys did not load and loads them on Retry', async () => {
  expectLogged(/^ApiError/);
  refuse(LIST, 'internal-error');
  answer(SESSIONS, [SESSION]);
  render(<KeysDialog isOpen onClose={() => undefined} />, { role: 'admin' });
  await expect.element(list.getByRole('alert')).toMatchTextContent(`LogId = ${LOG_ID}`);
  answer(LIST, [KEY]);
  await list.getByRole('button', { name: 'Retry' }).click();
  await expect.element(rows).toHaveLength(1);
});

it('[W-408] KeysDialog asks a user of an external provider for no password', async () => {
  show([]);
  answer(SESSIONS, [{ ...SESSION, isExternal: true }]);
  answer(MAKE, () => ({ ...MADE, createdAt: formatUtcSecond(Date.now()) }));
  await make.click();
  await expect.element(form).toMatchTextContent('must be less than 10 minutes old');
  await expect.element(form.getByLabelText('Your password')).not.toBeInTheDocument();
});
