import { exampleDevice } from '@waymark/contract/devices/device';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { loadDevices } from '#/features/devices/testing/sample-devices.ts';
import { useSelection } from '#/features/devices/store/selection.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, loseConnection, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { AddDeviceDialog } from './AddDeviceDialog.tsx';
import { CredentialDialog } from './CredentialDialog.tsx';
import { ConfirmRemoval, RemoveDeviceDialog } from './RemoveDeviceDialog.tsx';

const ADD = 'POST /admin/apexagm/add';
const REMOVE = 'DELETE /admin/apexagm/:uid';
const GROUPS = 'GET /admin/group';
const CREDENTIAL = { clientId: 'agm-361001', username: '361001', password: 'shown-once', messageKey: '6b6579' };

const opener = page.getByRole('button', { name: 'Open' });
const success = page.getByRole('status').filter({ hasText: 'Success!' });

beforeEach(() => {
  answer(GROUPS, [
    { id: 3, groupName: 'Demo Pipelines' },
    { id: 4, groupName: 'Second Lines' },
  ]);
  answer('GET /apexagm', []);
});

function Example({ name }: { readonly name: 'add' | 'remove' }) {
  const [isOpen, setOpen] = useState(false);
  const frame = { isOpen, onClose: () => setOpen(false) };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {name === 'add' ? <AddDeviceDialog {...frame} /> : <RemoveDeviceDialog {...frame} />}
      <ConfirmRemoval />
      <CredentialDialog />
    </>
  );
}

async function open(name: 'add' | 'remove'): Promise<void> {
  render(<Example name={name} />, { role: 'superadmin' });
  await opener.click();
}

const add = page.getByRole('dialog', { name: 'Add Device' });
const uid = add.getByLabelText('Device UID');
const group = add.getByRole('combobox', { name: 'Group' });
const submit = add.getByRole('button', { name: 'Add Device' });

async function fillIn(): Promise<void> {
  await uid.fill('361001');
  await group.click();
  await page.getByRole('option', { name: 'Second Lines' }).click();
}

it('AddDeviceDialog adds the device to the chosen group and shows its credential', async () => {
  answer(ADD, ({ body }) => ({ ...body, imei: null, credential: CREDENTIAL }));
  await open('add');
  await expect.element(uid).toHaveFocus();
  await expectAccessible();
  await fillIn();
  await submit.click();
  await expect.element(page.getByRole('dialog', { name: 'Device credential' })).toBeVisible();
  await expect.element(success).toBeVisible();
  expect(callsOf(ADD)).toEqual([{ body: { uid: 361_001, group: 4, lat: 0, lon: 0 } }]);
});

it('AddDeviceDialog names each missing entry at its field, focuses the first one and sends nothing', async () => {
  await open('add');
  await submit.click();
  await expect.element(uid).toHaveAccessibleDescription('Invalid UID');
  await expect.element(group).toHaveAccessibleDescription('Group required');
  await expect.element(uid).toHaveFocus();
  await uid.fill('361001');
  await userEvent.keyboard('{Enter}');
  await expect.element(group).toHaveFocus();
  expect(callsOf(ADD)).toEqual([]);
});

it('AddDeviceDialog names the group that has the UID already, and keeps the entries', async () => {
  expectLogged(/ApiError/);
  loadDevices({ ...exampleDevice, uId: 361_001, groupId: 9 });
  refuse(ADD, 'uid-exists');
  await open('add');
  await fillIn();
  await submit.click();
  await expect.element(add.getByRole('alert')).toMatchTextContent('UID exists in Group Number: 9');
  await expect.element(uid).toHaveValue('361001');
  await expect.element(group).toHaveValue('Second Lines');
});

it('AddDeviceDialog is empty when it is opened again', async () => {
  await open('add');
  await fillIn();
  await userEvent.keyboard('{Escape}');
  await expect.element(add).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await opener.click();
  await expect.element(uid).toHaveValue('');
  await expect.element(group).toHaveValue('');
});

it('AddDeviceDialog says why the groups did not load', async () => {
  expectLogged(/ApiError/);
  refuse(GROUPS, 'internal-error', { detail: 'The groups are closed.' });
  await open('add');
  await expect.element(group).toHaveAccessibleDescription('The groups are closed.');
});

it('AddDeviceDialog finds a group by a part of its name and says when there is none', async () => {
  await open('add');
  await group.fill('second');
  await expect.element(page.getByRole('option')).toHaveTextContent('Second Lines');
  await group.fill('third');
  await expect.element(page.getByText('No results')).toBeVisible();
});

it('AddDeviceDialog sends once however often Enter is pressed', async () => {
  const held = holdAnswer(ADD);
  await open('add');
  await fillIn();
  await uid.click();
  await userEvent.keyboard('{Enter}{Enter}{Enter}');
  await expect.element(submit).toHaveAttribute('aria-busy', 'true');
  held.answer({ uid: 361_001, group: 4, lat: 0, lon: 0, imei: null, credential: CREDENTIAL });
  await expect.element(page.getByRole('dialog', { name: 'Device credential' })).toBeVisible();
  expect(callsOf(ADD)).toHaveLength(1);
});

it('AddDeviceDialog says why it cannot be sent while the console is offline', async () => {
  await open('add');
  setOffline();
  await expect.element(submit).toBeDisabled();
  await expect.element(submit).toHaveAccessibleDescription(/^You are offline/);
});

const remove = page.getByRole('dialog', { name: 'Remove Device', exact: true });
const removedUid = remove.getByLabelText('Device UID');
const next = remove.getByRole('button', { name: 'Remove Device' });
const question = page.getByRole('dialog', { name: 'Remove device 361202?' });

it('RemoveDeviceDialog begins with the selected device and removes it only after Confirm', async () => {
  useSelection.setState({ uid: 361_202 });
  answer(REMOVE, {});
  await open('remove');
  await expect.element(removedUid).toHaveValue('361202');
  await next.click();
  await expect.element(question).toMatchTextContent('Its credential ends and its connection closes.');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(callsOf(REMOVE)).toEqual([]);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(success).toBeVisible();
  expect(callsOf(REMOVE)).toEqual([{ params: { uid: 361_202 } }]);
});

it('RemoveDeviceDialog removes nothing when the question is cancelled', async () => {
  await open('remove');
  await removedUid.fill('361202');
  await userEvent.keyboard('{Enter}');
  await expect.element(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(callsOf(REMOVE)).toEqual([]);
});

it('RemoveDeviceDialog refuses what is no UID and focuses the field', async () => {
  await open('remove');
  await removedUid.fill('AGM 7');
  await next.click();
  await expect.element(removedUid).toHaveAccessibleDescription('Invalid UID');
  await expect.element(removedUid).toHaveFocus();
  expect(page.getByRole('dialog').elements()).toHaveLength(1);
});

it('RemoveDeviceDialog shows the device that is selected now, not the entry of the last time', async () => {
  await open('remove');
  await removedUid.fill('x');
  await next.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(remove).not.toBeInTheDocument();
  useSelection.setState({ uid: 361_202 });
  await opener.click();
  await expect.element(removedUid).toHaveValue('361202');
  await expect.element(removedUid).not.toHaveAttribute('aria-invalid', 'true');
});

it('ConfirmRemoval stays open with the reason when the server refuses, and when it is not reached', async () => {
  expectLogged(/ApiError/);
  refuse(REMOVE, 'device-in-active-run', { detail: 'AGM 361202 watches the active run North Line.' });
  await open('remove');
  await removedUid.fill('361202');
  await next.click();
  const confirm = question.getByRole('button', { name: 'Confirm' });
  await confirm.click();
  await expect.element(question.getByRole('alert')).toMatchTextContent('AGM 361202 watches the active run');
  loseConnection(REMOVE);
  await confirm.click();
  await expect.element(question.getByRole('alert')).toMatchTextContent('The server cannot be reached.');
  answer(REMOVE, {});
  await confirm.click();
  await expect.element(question).not.toBeInTheDocument();
});
